/* Leaflet, fetched when a map appears (map.py): the marks of a list, or of anything, or one place that may be moved.
 * Without tiles it stands on land, water and towns, fetched with it (tools/outlines.py). */

import L from "leaflet";
import "leaflet/dist/leaflet.css";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import Supercluster from "supercluster";
import { feature } from "topojson-client";
import { go, setParams } from "./address.js";
import { all } from "./page.js";

const CLUSTERED = 200; // More marks than this are gathered where they are close to each other.
const SAID = ".leaflet-marker-pane *, .leaflet-tooltip, .leaflet-control"; // What no name stands on.
const TOWNS = 10; // As many are named at most.
const BUILT = 40; // As many are drawn at most.
const GAP = 2; // Between what says something.
const NONE = [];
const WORLD = [-180, -90, 180, 90];
const PIN =
  '<svg viewBox="0 0 32 40" width="32" height="40" aria-hidden="true">' +
  '<path d="M16 39C7 28 2 22 2 15a14 14 0 0 1 28 0c0 7-5 13-14 24z"/><circle cx="16" cy="15" r="5.5"/></svg>';

// Leaflet takes a text for HTML.
const text = (words) => Object.assign(document.createElement("span"), { textContent: words });

/* A move that the person did not make changes no address. */
function quietly(map, move) {
  map.quiet = true;
  move();
  map.quiet = false;
}

function makeMap(root, { tiles, attribution, area, zoomIn, zoomOut }) {
  const moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = L.map(root, {
    zoomControl: false,
    attributionControl: !tiles || Boolean(attribution),
    trackResize: false, // It would tell of a move that nobody made; sizes are watched below.
    zoomAnimation: moves,
    fadeAnimation: moves,
    inertia: moves,
    scrollWheelZoom: false,
    dragging: !matchMedia("(pointer: coarse)").matches, // One finger scrolls the page past a map, two move it.
    minZoom: 2,
    maxZoom: 19,
    zoomSnap: tiles ? 1 : 0.25, // Tiles are drawn for whole levels; without them the marks may fill the map.
    worldCopyJump: true,
  });
  L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(map);
  L.control.scale({ imperial: false, maxWidth: 100 }).addTo(map); // Beside it is whose the map is.
  map.attributionControl?.setPrefix(false);
  if (tiles) L.tileLayer(tiles, { attribution, maxZoom: 19, referrerPolicy: "origin" }).addTo(map);
  // The wheel zooms a map one is using, and scrolls past any other.
  map.on("focus click", () => map.scrollWheelZoom.enable()).on("blur", () => map.scrollWheelZoom.disable());
  const [west, south, east, north] = area.split(",").map(Number);
  map.area = L.latLngBounds([south, west], [north, east]); // Where there is nothing to show yet.
  quietly(map, () => map.fitBounds(map.area, { animate: false }));
  map.getPane("markerPane").dataset.roving = "[role=button]";
  return map;
}

const boxOf = (element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return L.bounds([left - GAP, top - GAP], [right, bottom]);
};

/* Land and water, borders, and the greatest of the towns in view, each beside its dot where there is room. */
function Outlines({ map, credit }) {
  useEffect(() => {
    for (const pane of ["outlines", "names"]) map.createPane(pane).ariaHidden = "true";
    const layer = L.layerGroup().addTo(map);
    let towns = [];
    /* Measured by its letters: to ask the browser for each would have it lay out the page as often. */
    const add = (name, spot, frame, taken) => {
      const half = L.point(3.1 * name.length, 8);
      const middle = frame.min.add(map.latLngToContainerPoint(spot));
      const at = (anchor) => L.bounds(middle.subtract(half).subtract(anchor), middle.add(half).subtract(anchor));
      const isFree = (box) => frame.contains(box) && !taken.some((other) => other.overlaps(box));
      const iconAnchor = [
        [-half.x - 9, 0],
        [half.x + 9, 0],
      ].find((each) => isFree(at(each)));
      if (!iconAnchor) return;
      L.circleMarker(spot, { radius: 3, className: "map-dot", interactive: false, pane: "outlines" }).addTo(layer);
      const icon = L.divIcon({ className: "map-name", html: text(name), iconSize: null, iconAnchor });
      L.marker(spot, { icon, pane: "names", interactive: false, keyboard: false }).addTo(layer);
      taken.push(at(iconAnchor));
    };
    const write = () => {
      const said = all(SAID, map.getContainer());
      const taken = said.map(boxOf);
      const frame = boxOf(map.getContainer());
      for (const line of all(".map-line, .map-circle", map.getContainer()))
        for (let far = 0; far < line.getTotalLength(); far += 8) {
          const spot = frame.min.add(map.layerPointToContainerPoint(line.getPointAtLength(far)));
          taken.push(L.bounds(spot, spot));
        }
      const told = said.map((each) => each.textContent);
      layer.clearLayers();
      const view = map.getBounds();
      const seen = towns.filter(([, lat, lon]) => view.contains([lat, lon]));
      for (const [, lat, lon, people] of seen.slice(0, BUILT)) {
        const look = { className: "map-built", interactive: false, pane: "outlines" };
        L.circle([lat, lon], { radius: 8 * Math.sqrt(people), ...look }).addTo(layer);
      }
      const others = seen.filter(([name]) => !told.includes(name));
      for (const [name, lat, lon] of others.slice(0, TOWNS)) add(name, [lat, lon], frame, taken);
    };
    map.on("moveend marked", write);
    const draw = async () => {
      const topology = await (await fetch("/outlines.json")).json();
      for (const name of ["sea", "land", "lakes", "rivers", "borders"]) {
        const look = { className: `map-${name}`, interactive: false, pane: "outlines", smoothFactor: 0.6 };
        L.geoJSON(feature(topology, topology.objects[name]), look).addTo(map);
      }
      write();
    };
    const settle = async () => {
      towns = await (await fetch("/towns.json")).json();
      write();
    };
    // A map without its outlines, or without its towns, is still a map.
    for (const step of [draw, settle]) step().catch(() => {});
  }, [map]);
  useEffect(() => {
    map.attributionControl.addAttribution(credit);
    return () => map.attributionControl.removeAttribution(credit);
  }, [map, credit]);
  return null;
}

/* A mark or a cluster: an element that is pressed, by mouse or by keyboard. The arrows lead from one to the next
 * (assets/kit/roving.js). */
function addButton(map, layer, spot, icon, name, press) {
  const made = L.marker(spot, { icon, riseOnHover: true, autoPanOnFocus: false }).addTo(layer);
  const element = made.getElement();
  element.setAttribute("aria-label", name);
  element.addEventListener("focus", () => {
    if (!map.getBounds().contains(spot)) quietly(map, () => map.panTo(spot, { animate: false }));
  });
  return made.on("click keydown", ({ originalEvent: event }) => {
    if (event.key && !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    press(event);
  });
}

// Where a mark may stand instead: nearest first, around where it belongs.
const SPOTS = [L.point(0, 0)];
for (let far = 6; far <= 120; far += 6) {
  for (let turn = 0; turn < 2 * Math.PI; turn += Math.PI / 6)
    SPOTS.push(L.point(far * Math.cos(turn), far * Math.sin(turn)).round());
}

/* What marks say is hidden by none of those after them, which stand where there is room, and on the map if they are. */
function spread(map, marks) {
  const taken = [];
  const frame = boxOf(map.getContainer());
  for (const mark of marks) {
    const boxes = [mark.getElement(), ...mark.getElement().children].map(boxOf);
    const at = (spot) => boxes.map(({ min, max }) => L.bounds(min.add(spot), max.add(spot)));
    const isShown = boxes.every((box) => frame.contains(box));
    const isRoom = (box) => (frame.contains(box) || !isShown) && !taken.some((other) => other.overlaps(box));
    const spot = SPOTS.find((each) => at(each).every(isRoom)) ?? SPOTS[0];
    mark.setLatLng(map.layerPointToLatLng(map.latLngToLayerPoint(mark.getLatLng()).add(spot)));
    taken.push(...at(spot));
  }
}

function addMark(map, layer, [id, lat, lon, name, tone, said], open) {
  const icon = L.divIcon({ className: "map-mark", html: said ? text(said) : "", iconSize: null });
  const made = addButton(map, layer, [+lat, +lon], icon, name, (event) => open(id, event));
  made.bindTooltip(text(name), { direction: "top", offset: [0, -8] }).getElement().dataset.tone = tone;
  made.getElement().dataset.mark = id;
  return made;
}

function addCluster(map, layer, spot, count, words, nearer) {
  const size = 30 + 6 * Math.floor(Math.log10(count));
  const said = count.toLocaleString(document.documentElement.lang);
  const icon = L.divIcon({ className: "map-cluster", html: said, iconSize: [size, size] });
  addButton(map, layer, spot, icon, words.replace("#", said), nearer);
}

function Marks({ map, points, bounds, param, route, cluster, onMark }) {
  const moved = useRef(false);
  const written = useRef(null);
  const timer = useRef(0);
  const [view, look] = useReducer((count) => count + 1, 0);
  const layer = useMemo(() => L.layerGroup().addTo(map), [map]);
  const isFew = points.length <= CLUSTERED;
  const index = useMemo(() => {
    const spot = (each) => ({ type: "Point", coordinates: [+each[2], +each[1]] });
    const features = points.map((each) => ({ type: "Feature", geometry: spot(each), properties: { mark: each } }));
    return new Supercluster({ radius: 72, maxZoom: 16, minPoints: isFew ? Infinity : 2 }).load(features);
  }, [points, isFew]);
  const fit = () => {
    const [west, north, east, south] = bounds.split(",").map(Number);
    const around = points.length ? L.latLngBounds(points.map((each) => [+each[1], +each[2]])) : map.area;
    // A little less than the bounds, or rounding would show twice as much.
    const wanted = bounds ? L.latLngBounds([south, west], [north, east]).pad(-0.02) : around;
    // Around marks there is room for what they say and for whose outlines these are.
    const side = points.some((each) => each[5]) ? map.getSize().x / 5 : 24;
    const room = bounds ? {} : { paddingTopLeft: [side, 36], paddingBottomRight: [side, 48] };
    quietly(map, () =>
      map.fitBounds(wanted, { animate: false, maxZoom: map.options.zoomSnap === 1 ? 15 : 11, ...room }),
    );
    written.current = bounds;
  };
  const write = () => {
    const box = map.getBounds();
    const at = (value, most) => Math.max(-most, Math.min(most, value)).toFixed(5);
    const [west, east] = [at(box.getWest(), 180), at(box.getEast(), 180)];
    written.current = [west, at(box.getNorth(), 90), east, at(box.getSouth(), 90)].join(",");
    setParams(map.getContainer(), { [param]: written.current }, { replace: true, preventScrollReset: true });
  };
  const open = (id, event) => {
    if (!route) onMark?.(id);
    else if (event.ctrlKey || event.metaKey) window.open(`${route}/show/${id}`);
    else go(`${route}/show/${id}`);
  };
  useEffect(() => {
    const follow = () => {
      look();
      if (map.quiet) return;
      moved.current = true;
      clearTimeout(timer.current);
      if (param) timer.current = setTimeout(write, 300);
    };
    const refit = () => moved.current || fit();
    map.on("moveend", follow).on("resize", refit);
    return () => map.off("moveend", follow).off("resize", refit);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the person moved meanwhile is theirs
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get(param) ?? "";
    // What a slower answer says of bounds that were left in the meantime is not followed.
    if (bounds === asked && bounds !== (written.current || null) && (param || !moved.current)) fit();
  }, [points, bounds]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again for another view
  useEffect(() => {
    const box = map.getBounds().pad(0.1);
    const sides = isFew ? WORLD : [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()];
    // From west to east, as one reads and the arrows go.
    const found = index.getClusters(sides, Math.floor(map.getZoom()));
    found.sort((one, other) => one.geometry.coordinates[0] - other.geometry.coordinates[0]);
    const held = map.getPane("markerPane").contains(document.activeElement) && document.activeElement.dataset.mark;
    layer.clearLayers();
    const made = {};
    for (const { geometry, properties } of found) {
      const spot = [...geometry.coordinates].reverse();
      const nearer = () => {
        map.getContainer().focus({ preventScroll: true });
        map.setView(spot, Math.min(index.getClusterExpansionZoom(properties.cluster_id), 19));
      };
      if (properties.cluster) addCluster(map, layer, spot, properties.point_count, cluster, nearer);
      else made[properties.mark[0]] = addMark(map, layer, properties.mark, open);
    }
    const said = points.filter((each) => each[5]).map(([id]) => made[id]);
    spread(map, said.filter(Boolean));
    map.fire("marked");
    if (held) map.getPane("markerPane").querySelector(`[data-mark="${held}"]`)?.focus({ preventScroll: true });
  }, [map, index, view]);
  return null;
}

/* Lines and a circle, dressed by CSS (map.py). */
function Shapes({ map, lines = NONE, circle = "", points }) {
  useEffect(() => {
    const drawn = L.layerGroup().addTo(map);
    for (const [name, lat, lon, toLat, toLon] of lines) {
      const ends = [L.latLng(lat, lon), L.latLng(toLat, toLon)];
      L.polyline(ends, { className: `map-line ${name}`, interactive: false }).addTo(drawn);
    }
    if (circle) {
      const [lat, lon, radius] = circle.split(",").map(Number);
      const area = L.circle([lat, lon], { radius, className: "map-circle", interactive: false }).addTo(drawn);
      const room = { animate: false, paddingTopLeft: [0, 12], paddingBottomRight: [0, 28] };
      if (!points) quietly(map, () => map.fitBounds(area.getBounds(), room));
    }
    return () => drawn.remove();
  }, [map, lines, circle, points]);
  return null;
}

const degrees = (given) => Number.parseFloat(given?.replace(",", "."));

/* A button on the map while what it leads back to is out of sight. */
function addWay(map, words, pin) {
  const way = L.control({ position: "topright" });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  button.className = "map-way";
  L.DomEvent.disableClickPropagation(button);
  button.addEventListener("click", () => {
    map.panTo(pin.getLatLng());
    map.getContainer().focus({ preventScroll: true });
  });
  way.onAdd = () => button;
  const look = () => {
    button.hidden = !map.hasLayer(pin) || map.getBounds().contains(pin.getLatLng());
  };
  map.on("moveend", look).addControl(way);
  pin.on("add remove move", look);
  look();
  return () => map.off("moveend", look).removeControl(way);
}

/* One place: a pin that follows two inputs, or stands where the record is. A press places one where there is none; what
 * stands already is dragged alone, for a finger that passes would move it by kilometres. */
function Place({ map, field, latitude, longitude, town, tiles, back }) {
  useEffect(() => {
    const { elements } = map.getContainer().closest("form") ?? {};
    const inputs = field ? [elements[`${field}.latitude`], elements[`${field}.longitude`]] : [];
    const icon = L.divIcon({ className: "map-pin", html: PIN, iconSize: [32, 40], iconAnchor: [16, 39] });
    const pin = L.marker([0, 0], { icon, draggable: Boolean(field), keyboard: false, interactive: Boolean(field) });
    if (town) pin.bindTooltip(text(town), { permanent: true, direction: "bottom", className: "map-town" });
    const put = () => {
      const [lat, lon] = (field ? inputs.map((each) => each.value) : [latitude, longitude]).map(degrees);
      // From a part of the country to a street: a place that was just chosen is shown near.
      const isNew = !map.hasLayer(pin);
      if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return pin.remove();
      pin.setLatLng([lat, lon]).addTo(map);
      // Without tiles there is nothing to see from near but the place itself: the towns around it tell where it is.
      const zoom = tiles ? 14 : 10.25;
      if (isNew) quietly(map, () => map.setView([lat, lon], zoom, { animate: false }));
      else if (!map.getBounds().pad(-0.05).contains([lat, lon])) map.panTo([lat, lon]);
    };
    const choose = (spot) => {
      const { lat, lng } = spot.wrap();
      for (const [at, value] of [lat, lng].entries()) {
        inputs[at].value = value.toFixed(6);
        inputs[at].dispatchEvent(new Event("input", { bubbles: true }));
      }
    };
    put();
    const takeWay = addWay(map, back, pin);
    const chosen = ({ latlng }) => map.hasLayer(pin) || choose(latlng);
    if (field) map.on("click", chosen);
    pin.on("dragend", () => choose(pin.getLatLng()));
    for (const each of inputs) each.addEventListener("input", put);
    return () => {
      map.off("click", chosen);
      takeWay();
      pin.remove();
      for (const each of inputs) each.removeEventListener("input", put);
    };
  }, [map, field, latitude, longitude, town, tiles, back]);
  return null;
}

export function MapArea({ label, mode, points, bounds = "", ...props }) {
  const root = useRef(null);
  const [map, setMap] = useState(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a map is made with does not change
  useEffect(() => {
    const made = makeMap(root.current, props);
    const sizes = new ResizeObserver(() => quietly(made, () => made.invalidateSize({ pan: false, animate: false })));
    sizes.observe(root.current);
    setMap(made);
    return () => {
      sizes.disconnect();
      made.remove();
    };
  }, []);
  const ready = map ? "" : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be found by the styles of sections
    <div
      ref={root}
      className="map"
      role="region"
      aria-label={label}
      data-mode={mode}
      data-bounds={bounds}
      data-ready={ready}
    >
      {map && !props.tiles && <Outlines map={map} credit={props.outlines} />}
      {map && points && <Marks map={map} points={points} bounds={bounds} {...props} />}
      {map && !points && <Place map={map} {...props} />}
      {map && <Shapes map={map} points={points} {...props} />}
    </div>
  );
}
