"""Identity proofs and scammers (users.yaml, create_identity_proof, moderate_identity_proof, create_scammer)."""

from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row, select

from sandbox import http, store
from sandbox.clock import instant, now_stored
from sandbox.context import Caller, Context
from sandbox.errors import BLANK, ApiError, Violation, masked, violations
from sandbox.fields import check_lengths, of_table, read_body, written, wrong_type
from sandbox.folding import fold
from sandbox.related import referred
from sandbox.tables import identity_proofs, scammers, users
from sandbox.users.deletion import pseudonymise
from sandbox.users.proofs import ACCEPTED, PENDING, PROOFS, REFUSED, shaped_proof
from sandbox.users.resource import USERS
from sandbox.users.writing import BAD_EMAIL, EMAIL

router = APIRouter()
SCAMMER_FIELDS = (*of_table(scammers, "email", "telephone", "givenName", "familyName"),)


def _user_of(ctx: Context, body: dict[str, Any]) -> Row[Any]:
    """The user a proof is for: an IRI, or `userId` as a courtesy of the stand-in."""
    reference = body.get("user")
    if reference is None and isinstance(body.get("userId"), int):
        reference = f"/users/{body['userId']}"
    return referred(ctx, "user", reference, "/users", users)


@router.post("/admin/identity_proofs", status_code=201, tags=["admin/identity_proofs"])
async def create_identity_proof(ctx: Caller) -> Response:
    """Accept the identity of a user by hand, without a document."""
    ctx.allow("user_update")
    user = _user_of(ctx, await http.json_body(ctx.request))
    if ctx.database.row(select(identity_proofs.c.id).where(identity_proofs.c.user_id == user.id)):
        # A masked failure upstream; a stand-in answers 400 with the reason (users.yaml, plain_exceptions).
        raise ApiError("This user already has an identity proof.")
    moment = now_stored()
    values = {"user_id": user.id, "status": ACCEPTED, "created_date": moment, "accepted_date": moment}
    proof_id = ctx.database.insert(identity_proofs, **values, validator_id=ctx.access.user_id)
    _note_identity(ctx, user, ACCEPTED)
    _send_kit(user)
    return _proof_reply(ctx, proof_id, 201)


@router.patch("/admin/identity_proofs/{record_id}", tags=["admin/identity_proofs"])
async def moderate_identity_proof(ctx: Caller, record_id: str) -> Response:
    """Accept or refuse a pending proof, for good."""
    proof = store.found(ctx, PROOFS, record_id)
    user = store.found(ctx, USERS, str(proof.user_id))
    store.allow(ctx, USERS, "update", user)
    validate = (await http.json_body(ctx.request, (http.MERGE_PATCH,))).get("validate")
    if not isinstance(validate, bool):
        raise wrong_type("validate", "bool", validate)
    if proof.status != PENDING:
        raise ApiError("This identity proof has already been moderated.")
    moment = now_stored()
    values: dict[str, Any] = {"updated_date": moment, "validator_id": ctx.access.user_id}
    values |= {"status": ACCEPTED, "accepted_date": moment} if validate else {"status": REFUSED, "refused_date": moment}
    ctx.database.change(identity_proofs, proof.id, **values)
    _note_identity(ctx, user, values["status"])
    if validate:
        _send_kit(user)
    return _proof_reply(ctx, proof.id, 200)


def _send_kit(user: Row[Any]) -> None:
    """The kit needs a birth date and a home: without them the call fails although all is stored (x-hitchhiker)."""
    if not (user.birth_date and user.home_address_id):
        raise masked()


def _note_identity(ctx: Context, user: Row[Any], status: int) -> None:
    """The user takes the status of his newest proof; who is accepted gets the kit and the letter (x-hitchhiker)."""
    newest = select(identity_proofs.c.status).where(identity_proofs.c.user_id == user.id)
    values: dict[str, Any] = {"identity_status": ctx.database.value(newest.order_by(identity_proofs.c.id.desc()))}
    if status == ACCEPTED and user.birth_date and user.home_address_id:
        values |= {"rezo_kit": True, "card_letter": True}
    ctx.database.change(users, user.id, **values)
    subject = "Votre identité est validée" if status == ACCEPTED else "Votre pièce d'identité est refusée"
    ctx.sandbox.mail(user.email, subject, f"Bonjour {user.given_name or ''}, {subject[0].lower()}{subject[1:]}.")
    ctx.database.commit()


def _proof_reply(ctx: Context, proof_id: int, status: int) -> Response:
    row = ctx.database.held(identity_proofs, proof_id)
    record = http.without_nulls(shaped_proof(ctx, row))
    return ctx.item("IdentityProof", record, status)


@router.post("/admin/scammers", status_code=201, tags=["admin/scammers"])
async def create_scammer(ctx: Caller) -> Response:
    """Put a user on the list of scammers and delete the account at once."""
    ctx.allow("scammer_manage")
    values = read_body(SCAMMER_FIELDS, await http.json_body(ctx.request))
    email = values.get("email")
    if not email or not EMAIL.fullmatch(email):
        raise violations(Violation("email", BAD_EMAIL if email else BLANK))
    check_lengths(SCAMMER_FIELDS, values)
    user = ctx.database.row(select(users).where(users.c.email_key == fold(email), users.c.status != 4))
    if user is None:
        # A masked failure upstream, after storing the entry; the stand-in says why and stores nothing.
        raise ApiError("No user has this e-mail.")
    moment = now_stored()
    row = {**written(SCAMMER_FIELDS, values), "user_id": ctx.access.user_id, "created_date": moment}
    scammer_id = ctx.database.insert(scammers, **row)
    reporter = USERS.shaped(ctx, [ctx.caller()], "list")[0]
    pseudonymise(ctx, user, notify=False)
    ctx.database.commit()
    content = {
        **http.head("Scammer", "/scammers", scammer_id),
        **{field.name: values.get(field.name) for field in SCAMMER_FIELDS},
        "user": reporter | {"adType": None},
        "createdDate": instant(moment),
    }
    return ctx.item("Scammer", content, 201)
