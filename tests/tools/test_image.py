"""What the image is made of can be read, and what it is started with is known (deploy/docker)."""

from tools import deployment, image

GIVEN = {"ADMIN_API_URL": "http://localhost:8001"}


def test_the_steps_of_a_dockerfile_are_read_stage_by_stage() -> None:
    text = "# why\nFROM base AS build\nRUN one \\\n    && two\n\nFROM base\nUSER 10001\n"
    assert image.stages(text) == [[("RUN", "one && two")], [("USER", "10001")]]


def test_what_is_started_is_not_root_and_is_given_settings_that_are_known() -> None:
    build, final = image.stages(image.DOCKERFILE.read_text())
    assert ("COPY", "--from=build /app /app") in final
    assert dict(final)["USER"] == "10001"
    assert dict(build)["WORKDIR"] == dict(final)["WORKDIR"]
    given = image.composed(image.COMPOSE.read_text(), GIVEN)
    assert given["ADMIN_API_URL"] == GIVEN["ADMIN_API_URL"]
    assert list(deployment.unknown(given)) == []
