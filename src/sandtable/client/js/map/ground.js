// Everything about the map that is worked out once: the land, areas of terrain, roads, features of hexsides.

import { DIRECTIONS, WATER } from "./board.js";
import { ridgeLines, seaDistance } from "./ridges.js";
import { areaStyle, hexsideStyle, lineStyle, terrainStyle } from "./styles.js";
import {
  between,
  boxOf,
  comb,
  curves,
  distance,
  middles,
  outlines,
  polyline,
  roughen,
  rounded,
  smoothLine,
  smoothLoop,
} from "./shapes.js";

/** @typedef {import("../basics/types.js").AreaData} AreaData */
/** @typedef {import("../basics/types.js").AreaStyle} AreaStyle */
/** @typedef {import("../basics/types.js").HexsideStyle} HexsideStyle */
/** @typedef {import("../basics/types.js").LineStyle} LineStyle */
/** @typedef {import("../basics/types.js").RoadData} RoadData */
/** @typedef {import("../basics/types.js").Point} Point */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {import("../basics/types.js").Styles} Styles */
/** @typedef {import("../basics/types.js").TerrainStyle} Style */
/** @typedef {{path: Path2D, box: Box}} Shape */
/** @typedef {{line: Path2D, teeth: Path2D, coarse: Path2D, box: Box}} Edge */
/** @typedef {{terrain: string, style: Style, area: Path2D, box: Box, ridges: Edge[], rims: Edge[]}} Area */
/** @typedef {{style: AreaStyle, side: string, path: Path2D, box: Box}} Zone */
/** @typedef {{id: string, kind: string, style: LineStyle, pieces: Shape[], points: Point[]}}
 * Road */
/** @typedef {{style: HexsideStyle, side: [Point, Point], prohibited: boolean, box: Box,
 * oneSided: boolean}} Hexside */

const BEYOND = 4; // hexes by which the ground goes on past the frame, so that no shore follows the frame
const CHUNK = 48; // points of a coast stroked at once
const CLOSING = 2.5; // hex widths: no piece of a coast is as long as that
const APART = 0.3; // hex widths between two roads that share a hexside without meeting
const BESIDE = 0.13; // hex widths between a road and a railway that follows it

export class Ground {
  /** @param {Board} board @param {Styles} styles */
  constructor(board, styles) {
    this.board = board;
    this.styles = styles;
    const loops = coastLoops(board);
    this.land = new Path2D();
    /** @type {Shape[]} */
    this.coast = [];
    for (const loop of loops) {
      smoothLoop(this.land, loop);
      this.coast.push(...chunks([...middles(loop), ...middles(loop).slice(0, 2)]));
    }
    const far = seaDistance(board);
    this.areas = areasOf(board, styles, far);
    this.zones = (board.data.areas ?? []).map((area) => zoneOf(board, area, styles));
    const shared = sharedSides(board, styles);
    this.roads = board.data.roads.map((road) => roadOf(board, road, lineStyle(road.kind, styles), shared));
    this.hexsides = hexsidesOf(board, styles, far);
    this.doubtful = mostly(board.data.roads.flatMap((road) => road.reconstructed)) ? [] : doubtfulCrossings(board);
    /** Where most of the terrain is reasoned out, the legend says so once and no hex is marked. */
    this.marksDoubts = !mostly(board.data.hexes.reconstructed.filter((_, hex) => board.playable[hex]));
  }
}

/** Whether more than half of these are true.
 * @param {boolean[]} all */
export const mostly = (all) => 2 * all.filter(Boolean).length > all.length;

/** @param {Point[]} line @returns {Shape[]} */
function chunks(line) {
  /** @type {Point[][]} */
  const parts = [[line[0]]];
  for (let i = 1; i < line.length; i++) {
    const last = parts[parts.length - 1];
    // Long straight stretches only close the land beyond the frame.
    if (distance(line[i - 1], line[i]) > CLOSING) parts.push([line[i]]);
    else if (last.push(line[i]) > CHUNK) parts.push([line[i]]);
  }
  return parts
    .filter((part) => part.length > 1)
    .map((part) => {
      const path = new Path2D();
      polyline(path, part);
      return { path, box: boxOf(part) };
    });
}

// Coast: drawn where the game has one, else hexes by rule, softened through the middles of their sides.

/** @param {Board} board @returns {Point[][]} */
function coastLoops(board) {
  if (board.data.coast) return board.data.coast.lines;
  const land = [...groundAround(board)].filter(([, isLand]) => isLand).map(([key]) => axialOf(key));
  return outlines(land, board).map((loop) => roughen(middles(loop), 0.3, 2));
}

const KEY = 65536;
/** @param {number} key @returns {Point} */
const axialOf = (key) => {
  const q = Math.round(key / KEY);
  return [q, key - q * KEY];
};

/** Whether it is land, for every hex in and around the frame; where the map is silent, as in the nearest hex.
 * @param {Board} board @returns {Map<number, boolean>} */
function groundAround(board) {
  /** @type {Map<number, boolean>} */
  const ground = new Map(board.axial.map(([q, r], i) => [q * KEY + r, !WATER.has(board.terrain[i])]));
  let edge = board.axial;
  while (edge.length) {
    /** @type {Point[]} */
    const further = [];
    for (const [q, r] of edge)
      for (const [dq, dr] of DIRECTIONS) {
        const key = (q + dq) * KEY + r + dr;
        if (ground.has(key) || !nearFrame(board, q + dq, r + dr)) continue;
        ground.set(key, ground.get(q * KEY + r) ?? false);
        further.push([q + dq, r + dr]);
      }
    edge = further;
  }
  return ground;
}

/** @param {Board} board @param {number} q @param {number} r */
function nearFrame(board, q, r) {
  const [x, y] = board.centreOf(q, r);
  const { x0, y0, x1, y1 } = board.box;
  return x >= x0 - BEYOND && x <= x1 + BEYOND && y >= y0 - BEYOND && y <= y1 + BEYOND;
}

// Areas of terrain

/** @param {Board} board @param {Styles} styles @param {Int32Array} far @returns {Area[]} */
function areasOf(board, styles, far) {
  /** @type {Map<string, number[]>} */
  const members = new Map();
  board.terrain.forEach((terrain, hex) => {
    if (WATER.has(terrain)) return;
    const there = members.get(terrain);
    if (there) there.push(hex);
    else members.set(terrain, [hex]);
  });
  const order = Object.keys(styles.terrains ?? {});
  return [...members]
    .map(([terrain, hexes]) => areaOf(board, terrain, terrainStyle(terrain, styles), hexes, far))
    .filter((area) => area.style.wash || area.style.pattern || area.style.hachures)
    .sort((a, b) => order.indexOf(a.terrain) - order.indexOf(b.terrain));
}

/** @param {Board} board @param {string} terrain @param {Style} style @param {number[]} hexes @param {Int32Array} far
 * @returns {Area} */
function areaOf(board, terrain, style, hexes, far) {
  const area = new Path2D();
  const loops = outlines(
    hexes.map((hex) => board.axial[hex]),
    board,
  );
  for (const loop of loops) smoothLoop(area, loop);
  const ridges =
    style.hachures === "ridge" ? ridgeLines(board, hexes, far).map((line) => edgeOf(line, false, RIDGE)) : [];
  const rims = style.hachures === "rim" ? loops.map((loop) => edgeOf(loop, true, RIM)) : [];
  return {
    terrain,
    style,
    area,
    box: boxOf(
      hexes.map((hex) => board.centre[hex]),
      0.7,
    ),
    ridges,
    rims,
  };
}

const RIDGE = { spacing: 0.081, length: 0.195, width: 0.05 };
const RIM = { spacing: 0.1, length: 0.117, width: 0.034 };

/** An edge with a fine comb for near and a coarse one for far.
 * @param {Point[]} points @param {boolean} closed @param {typeof RIDGE} teeth @returns {Edge} */
function edgeOf(points, closed, teeth) {
  const soft = rounded(rounded(points, closed), closed);
  if (closed) soft.push(soft[0]);
  const [line, fine, coarse] = [new Path2D(), new Path2D(), new Path2D()];
  polyline(line, soft);
  comb(fine, soft, teeth.spacing, teeth.length, teeth.width);
  comb(coarse, soft, teeth.spacing * 2, teeth.length * 1.5, teeth.width * 2.2);
  return { line, teeth: fine, coarse, box: boxOf(soft, 0.3) };
}

// Hexes that belong together by rule

/** @param {Board} board @param {AreaData} area @param {Styles} styles @returns {Zone} */
function zoneOf(board, area, styles) {
  const hexes = area.hexes.map((name) => board.hex(name));
  const style = areaStyle(area.kind, styles);
  const path = new Path2D();
  if (style.shape === "border") borderOf(board, area, hexes, path);
  else
    for (const loop of outlines(
      hexes.map((hex) => board.axial[hex]),
      board,
    ))
      polyline(path, loop, true);
  return {
    style,
    side: area.side ?? "",
    path,
    box: boxOf(
      hexes.map((hex) => board.centre[hex]),
      0.7,
    ),
  };
}

/** The hexsides where two areas of a kind meet, each drawn once.
 * @param {Board} board @param {AreaData} area @param {number[]} hexes @param {Path2D} path */
function borderOf(board, area, hexes, path) {
  const others = new Set(
    board.data.areas.filter((other) => other.kind === area.kind && other !== area).flatMap((other) => other.hexes),
  );
  for (const hex of hexes) {
    const corners = board.corners(hex);
    for (let d = 0; d < 6; d++) {
      const near = board.neighbour(hex, d);
      if (near > hex && others.has(board.names[near])) polyline(path, [corners[d], corners[(d + 1) % 6]]);
    }
  }
}

// Roads

/** The hexsides crossed by lines that others give way to, as "a b" both ways.
 * @param {Board} board @param {Styles} styles @returns {Set<string>} */
function sharedSides(board, styles) {
  const found = new Set();
  for (const { kind, hexes } of board.data.roads) {
    if (lineStyle(kind, styles).beside) continue;
    for (let i = 0; i + 1 < hexes.length; i++)
      found.add(`${hexes[i]} ${hexes[i + 1]}`).add(`${hexes[i + 1]} ${hexes[i]}`);
  }
  return found;
}

/** @param {Board} board @param {RoadData} road @param {LineStyle} style
 * @param {Set<string>} shared @returns {Road} */
function roadOf(board, road, style, shared) {
  const hexes = road.hexes.map((name) => board.hex(name));
  const along = (/** @type {number} */ i) =>
    style.beside &&
    (shared.has(`${road.hexes[i - 1]} ${road.hexes[i]}`) || shared.has(`${road.hexes[i]} ${road.hexes[i + 1]}`));
  const points = hexes.flatMap((_, i) => (along(i) ? [aside(board, hexes, i)] : waypoints(board, hexes, i)));
  const pieces = [];
  const bends = curves(points);
  for (let i = 0; i < bends.length; i += 12) {
    const path = new Path2D();
    path.moveTo(...points[i]);
    for (const [one, two, end] of bends.slice(i, i + 12)) path.bezierCurveTo(...one, ...two, ...end);
    pieces.push({ path, box: boxOf(points.slice(i, i + 13), 0.3) });
  }
  const whole = new Path2D();
  smoothLine(whole, points);
  return {
    id: road.id,
    kind: road.kind,
    style,
    pieces: points.length > 60 ? pieces : [{ path: whole, box: boxOf(points, 0.3) }],
    points,
  };
}

/** To the right of the centre, as seen along the line.
 * @param {Board} board @param {number[]} hexes @param {number} i @returns {Point} */
function aside(board, hexes, i) {
  const [p, q] = [board.centre[hexes[Math.max(i - 1, 0)]], board.centre[hexes[Math.min(i + 1, hexes.length - 1)]]];
  const length = distance(p, q) || 1;
  const [x, y] = board.centre[hexes[i]];
  return [x - ((q[1] - p[1]) / length) * BESIDE, y + ((q[0] - p[0]) / length) * BESIDE];
}

/** The centre of the hex; where roads do not meet, a way past it instead.
 * @param {Board} board @param {number[]} hexes @param {number} i @returns {Point[]} */
function waypoints(board, hexes, i) {
  const here = hexes[i];
  const pairs = throughOf(board).get(here);
  if (!pairs || i === 0 || i === hexes.length - 1) return [board.centre[here]];
  const start = crossing(board, hexes[i - 1], here, hexes);
  const end = crossing(board, here, hexes[i + 1], hexes);
  return [start, between(board.centre[here], between(start, end), 0.6), end];
}

/** @type {WeakMap<Board, Map<number, [number, number][]>>} */
const THROUGH = new WeakMap();

/** @param {Board} board */
function throughOf(board) {
  let found = THROUGH.get(board);
  if (!found) {
    found = new Map(
      board.data.through.map((t) => [
        board.hex(t.hex),
        t.pairs.map(([a, b]) => /** @type {[number, number]} */ ([board.hex(a), board.hex(b)])),
      ]),
    );
    THROUGH.set(board, found);
  }
  return found;
}

/** Where a road crosses a hexside: in the middle, unless another shares the hexside without meeting it.
 * @param {Board} board @param {number} a @param {number} b @param {number[]} road @returns {Point} */
function crossing(board, a, b, road) {
  const middle = between(board.centre[a], board.centre[b]);
  for (const [hex, far] of [
    [a, b],
    [b, a],
  ]) {
    const sharing = (throughOf(board).get(hex) ?? [])
      .filter((pair) => pair.includes(far))
      .map((pair) => (pair[0] === far ? pair[1] : pair[0]));
    const mine = sharing.find((other) =>
      road.some((h, i) => h === hex && (road[i - 1] === other || road[i + 1] === other)),
    );
    if (sharing.length > 1 && mine !== undefined) return spread(board, hex, far, sharing, mine, middle);
  }
  return middle;
}

/** Sharers of a hexside side by side, in the order in which they come into the hex, so that they do not cross.
 * @param {Board} board @param {number} hex @param {number} far @param {number[]} sharing @param {number} mine
 * @param {Point} middle @returns {Point} */
function spread(board, hex, far, sharing, mine, middle) {
  const [p, q] = sideOf(board, hex, far);
  const length = distance(p, q);
  const along = [(q[0] - p[0]) / length, (q[1] - p[1]) / length];
  const position = (/** @type {number} */ h) => board.centre[h][0] * along[0] + board.centre[h][1] * along[1];
  const rank = [...sharing].sort((a, b) => position(a) - position(b)).indexOf(mine) - (sharing.length - 1) / 2;
  return [middle[0] + along[0] * rank * APART, middle[1] + along[1] * rank * APART];
}

/** @param {Board} board @returns {Point[]} */
function doubtfulCrossings(board) {
  return board.data.roads.flatMap((road) =>
    road.reconstructed.flatMap((doubt, i) => {
      const hexes = road.hexes.map((name) => board.hex(name));
      return doubt ? [crossing(board, hexes[i], hexes[i + 1], hexes)] : [];
    }),
  );
}

// Hexsides

/** The ends of the hexside towards b, clockwise around a.
 * @param {Board} board @param {number} a @param {number} b @returns {[Point, Point]} */
export function sideOf(board, a, b) {
  const direction = DIRECTIONS.findIndex((_, d) => board.neighbour(a, d) === b);
  const corners = board.corners(a);
  return [corners[direction], corners[(direction + 1) % 6]];
}

/** Each with the lower ground to its right: the hex one climbs from, else the one nearer the sea, else the northern
 * one.
 * @param {Board} board @param {Styles} styles @param {Int32Array} far @returns {Hexside[]} */
function hexsidesOf(board, styles, far) {
  /** @type {Hexside[]} */
  const found = [];
  for (const { hexes, forth, back, prohibited } of board.data.hexsides) {
    const [a, b] = [board.hex(hexes[0]), board.hex(hexes[1])];
    const [there, here] = [sideOf(board, a, b), sideOf(board, b, a)];
    const falls = far[b] < far[a] || (far[b] === far[a] && board.centre[b][1] < board.centre[a][1]);
    const box = boxOf(there, 0.3);
    const put = (/** @type {string} */ feature, /** @type {[Point, Point]} */ side) =>
      found.push({
        style: hexsideStyle(feature, styles),
        side,
        prohibited,
        box,
        oneSided: forth.includes(feature) !== back.includes(feature),
      });
    for (const feature of forth) put(feature, back.includes(feature) && falls ? here : there);
    for (const feature of back) if (!forth.includes(feature)) put(feature, here);
    if (prohibited && !forth.length && !back.length) put("barred", there);
  }
  return found;
}
