"""What nobody asks for is not among the built pages."""

from pathlib import Path

from tests.support.proofs import proves
from tools.prune import PrunePlugin


@proves("BUDGET-32")
def test_what_nobody_asks_for_is_not_compressed(tmp_path: Path) -> None:
    kept = {"index.html", "404.html", "users/index.html", "users/create/index.html", "assets/maps-12345678.css"}
    gone = {"users.html", "users/create.html", "maps.css", "kit/index.js", "external/a.jsx", "styles/base.css"}
    for name in kept | gone:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    PrunePlugin().post_build(static_dir=tmp_path)
    left = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert left == kept
