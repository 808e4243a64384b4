"""Refusals of the API and their bodies (session.yaml, x-http-conventions.errors)."""

from dataclasses import dataclass, field
from typing import Any

TITLE = "An error occurred"
MASKED = "Internal Server Error"
BLANK = "Cette valeur ne doit pas être vide."


@dataclass
class Violation:
    """One refused property of a record, with the message a person reads."""

    path: str
    message: str


@dataclass
class ApiError(Exception):
    """A refusal; `strict` is the status a corrected server would answer (SANDBOX_STRICT_STATUS)."""

    description: str
    status: int = 400
    strict: int | None = None
    violations: list[Violation] = field(default_factory=list)

    def body(self, hydra: bool) -> dict[str, Any]:
        """The body: hydra keys for JSON-LD, title and detail for plain JSON."""
        kind = "ConstraintViolationList" if self.violations else "Error"
        if hydra:
            content: dict[str, Any] = {
                "@context": f"/contexts/{kind}",
                "@type": kind if self.violations else "hydra:Error",
                "hydra:title": TITLE,
                "hydra:description": self.description,
            }
        else:
            content = {
                "type": "https://tools.ietf.org/html/rfc2616#section-10",
                "title": TITLE,
                "detail": self.description,
            }
        if self.violations:
            content["violations"] = [{"propertyPath": v.path, "message": v.message} for v in self.violations]
        return content


@dataclass
class Unauthorized(Exception):
    """A refusal of the token layer: always status 401 and {code, message} (session.yaml, Unauthorized)."""

    message: str


def access_denied() -> ApiError:
    """The permission is not held."""
    return ApiError("Access Denied.", strict=403)


def not_found() -> ApiError:
    """No record has this id."""
    return ApiError("Not Found", strict=404)


def no_such_file() -> ApiError:
    """A real 404, of what is beside the API or of an owner it does not handle."""
    return ApiError("Not Found", status=404)


def invalid_identifier() -> ApiError:
    """The id of the path is no number."""
    return ApiError("Invalid identifier value or configuration.", strict=404)


def masked() -> ApiError:
    """A failure whose reason production hides; many domain refusals are answered so."""
    return ApiError(MASKED, status=500)


def query_failure() -> ApiError:
    """A filter or an order made an invalid query."""
    return ApiError("Service Unavailable", status=503)


def violations(*found: Violation) -> ApiError:
    """Refused properties, one line each in the description."""
    lines = "\n".join(f"{violation.path}: {violation.message}" for violation in found)
    return ApiError(lines, violations=list(found))


def unsupported_content(sent: str, supported: tuple[str, ...]) -> ApiError:
    """The body has a type that the operation does not read."""
    names = '", "'.join(supported)
    return ApiError(f'The content-type "{sent}" is not supported. Supported MIME types are "{names}".', strict=415)


def unsupported_answer(asked: str, supported: tuple[str, ...]) -> ApiError:
    """The Accept header names nothing that the operation can answer."""
    names = '", "'.join(supported)
    return ApiError(f'Requested format "{asked}" is not supported. Supported MIME types are "{names}".', strict=406)
