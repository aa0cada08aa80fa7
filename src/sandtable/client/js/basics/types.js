// What the server sends, as docs/api.md tells it. Only types: nothing here runs.

/** @typedef {[number, number]} Point */

/**
 * @typedef {object} BoardData
 * @property {string} game
 * @property {"pointy" | "flat"} layout
 * @property {number | null} miles_per_hex
 * @property {string[]} terrains
 * @property {string[]} sources
 * @property {{names: string[], axial: Point[], centre: Point[], terrain: number[], playable: boolean[],
 *   reconstructed: boolean[], source: number[], confidence: string[]}} hexes
 * @property {HexsideData[]} hexsides
 * @property {RoadData[]} roads
 * @property {{hex: string, pairs: [string, string][]}[]} through
 * @property {PlaceData[]} places
 * @property {SiteData[]} sites
 * @property {AreaData[]} areas
 * @property {{text: string, kind: string, hexes: string[], source: string}[]} labels
 * @property {string[]} boxes
 * @property {Record<string, string>} beyond
 * @property {{hexes: string[], hexsides: [string, string][], taken: string, instead: string[], note: string}[]} doubts
 * @property {{source: string, lines: Point[][]}} [coast]
 * @property {Record<string, string>} [called]
 * @property {Record<string, string>} [sides] as they are called in a sentence
 */

/**
 * @typedef {{hexes: [string, string], direction: number, forth: string[], back: string[], prohibited: boolean,
 *   source: string, reconstructed: boolean}} HexsideData
 * @typedef {{id: string, kind: string, name: string, hexes: string[], sources: string[], reconstructed: boolean[]}}
 * RoadData
 * @typedef {{name: string, hex: string, confidence: string, source: string, reconstructed: boolean, note: string,
 *   kind?: string}} PlaceData
 * @typedef {{hex: string, kind: string, name: string, side: string | null, port: boolean, source: string,
 *   reconstructed: boolean}} SiteData
 * @typedef {{kind: string, name: string, side: string | null, hexes: string[], source: string}} AreaData
 */

/**
 * @typedef {{title: string, stroke: string, fill: string}} Glyph
 * @typedef {{ground: string, ink: string, stripe: string, field: string}} Nation
 * @typedef {{name: string, page: string, panel: string, ink: string, quiet_ink: string, halo: string,
 *   sea: [string, string, string], water_line: string, sea_ink: string, land: string, grain: [string, string],
 *   coast: string, grid: string, relief: string, hachure: string, stone: string, depression: string,
 *   depression_deep: string, green: string, road: string, road_casing: string, track: string, lane: string,
 *   barrier: string, may: string, may_not: string, look: string, shadow: string}} Theme
 * @typedef {{field: Point, outline: string, glyphs: Record<string, Glyph>, synonyms: Record<string, string>,
 *   sizes: Record<string, {title: string, stroke: string}>, marks: Record<string, Glyph>,
 *   nations: Record<string, Nation>, stripes: Record<string, string>, themes: Record<string, Theme>}} GlyphTable
 * @typedef {{title: string, wash: string, pattern: string, hachures: string}} TerrainStyle
 * @typedef {{title: string, shape: "line" | "comb" | "ridge" | "crenels" | "band", colour: string, width: number,
 *   dashes: number[], teeth: Point}} HexsideStyle
 * @typedef {{colour: string, width: number, casing: number, dashes: number[], sleepers: boolean, beside: boolean,
 *   core: number, over: "land" | "sea"}} LineStyle
 * @typedef {{title: string, colour: string, wash: number, pattern: string,
 *   shape: "field" | "border" | "unseen"}} AreaStyle
 * @typedef {{title: string, shape: "base" | "bastion" | "mark" | "label" | "unseen", path: string, colour: string}}
 * SiteStyle
 * @typedef {{terrains?: Record<string, TerrainStyle>, hexsides?: Record<string, HexsideStyle>,
 *   lines?: Record<string, LineStyle>, areas?: Record<string, AreaStyle>,
 *   sites?: Record<string, SiteStyle>}} Styles how the map is drawn, from the glyph table
 */

/**
 * @typedef {{id: string, name: string, side: string, nation: string, symbol: string, size: string, factors: number[],
 *   at: string, marks: string[], title: string, stripe: string, rating: string, quality: string}} Piece
 * @typedef {{label: string, text: string, side: string}} Fact
 * @typedef {{text: string, side: string, state: string, title: string}} Token
 * @typedef {{label: string, text: string, tokens: Token[], side: string, pieces: string[], cells: string[]}} Row
 * @typedef {{key: string, title: string, note: string, folded: boolean, columns: {text: string, title: string}[],
 *   group: string, about: string[], rows: Row[]}} Panel
 * @typedef {{side: string, attackers: string[], targets: string[], odds: string}} Battle
 * @typedef {{game: string, scenario: string, side: string, turn: number, last_turn: number, date: string,
 *   phase: string, prompt: string, asked: string[], facts: Fact[], panels: Panel[], battles: Battle[],
 *   over: string, winner: string | null, count: number, pieces: Record<string, Piece>}} View
 * @typedef {{action: string, label: string, pieces: string[], at: string, cost: string, stop: string,
 *   path: string[], panel: string, folded: string}} Offer
 * @typedef {{text: string, case: string, parts: Explanation[]}} Explanation
 * @typedef {{result: string, text: string, numerator: number, denominator: number}} Chance
 * @typedef {{title: string, column: string, ledger: Explanation, chances: Chance[], attacker_loss: number,
 *   defender_loss: number, cost: string, deed: string}} Forecast
 * @typedef {{key: string, label: string, hexes: Record<string, string>, lines: string[][], broken: string[]}} Layer
 * @typedef {{label: string, text: string, side: string, missing: string, at: string[], case: string}} Goal
 * @typedef {{verdict: string, ahead: string, goals: Goal[]}} Standing
 * @typedef {{kind: "arrives" | "leaves" | "changes", text: string, side: string}} Due
 * @typedef {{number: number, date: string, period: string, dues: Due[]}} TurnBox
 * @typedef {{purpose: string, sides: number, value: number, line: number}} Roll
 * @typedef {{piece: string, from: string, to: string, path: string[]}} PieceMove
 * @typedef {{n: number, side: string, action: string, count: number, lines: string[], headings: string[],
 *   whose: string[], rolls: Roll[], moves: PieceMove[]}} Entry
 * @typedef {{text: string, at: string, pieces: string[], how: string[], case: string, orders: string[],
 *   later: boolean}} Warned
 * @typedef {{n: number, from: string, side: string, text: string, at: string,
 *   turn: number}} ChatLine
 * @typedef {{n: number, kind: "human" | "open", name: string, desks: string[], windows: number,
 *   account: boolean}} Comrade
 * @typedef {{kind: "human" | "bot" | "open", bot: string, name: string, here: boolean, windows: number,
 *   desks: string[], given: number, promise: string, share: string, account: boolean, comrades: Comrade[]}} Seat
 * @typedef {{sides: string[], side: string, host: boolean, name: string, undo: boolean,
 *   desk: string, links: Record<string, string>, invited: string, orders: OrderShown[],
 *   settled: Record<string, string>, note: string, again: string, comrade: number, decides: boolean,
 *   comrades: Record<number, string>}} You
 * @typedef {{number: number, text: string, since: number, fate: string, ended: number, why: string, at: string,
 *   units: string[]}} OrderShown
 * @typedef {{name: string, units: string[]}} Named
 * @typedef {{verb: string, at: string, units: string[]}} Suggested
 * @typedef {{turn: number, aim: string, posture: string, why: string, line: string[],
 *   objectives: {verb: string, at: string}[], assaults: {at: string, odds: string}[]}} Plan
 * @typedef {{count: number, plan: Plan, answer: Explanation, orders: Suggested[]}} PlanAnswer
 * @typedef {{id: string, game: string, name: string, scenario: string, options: string[], agreed: string[],
 *   created: string, entries: number, watchers: number, seats: Record<string, Seat>,
 *   machines: {thinking: string, queued: boolean, paused: boolean, delay: number}, desks: Record<string, string>,
 *   commitment: string, secret: string, seed: number | null, waiting: string[], left: number,
 *   draw: string, clock: Clock | null, since: Record<string, string>, undo: string,
 *   adjourn: string, next: string, spectators: boolean, delay: number}} Table
 * @typedef {{kind: "clock" | "days", each: number, reserve: number, flag: "loss" | "machine" | "extension",
 *   extension: number, times: number, leave: number}} Pace
 * @typedef {{turn: number, reserve: number, leave: number, since: number, due: number, away: number,
 *   falls: number}} Hand
 * @typedef {{pace: Pace, hands: Record<string, Hand>, begun: boolean, adjourned: boolean}} Clock
 * @typedef {{you: You, table: Table, view: View, offers: Offer[], log: {first: number, entries: Entry[]},
 *   chat: ChatLine[]}} Snapshot
 * @typedef {{sides: string[], ending: string, winner: string, measure: string, in_chances: boolean, luck: string,
 *   turns: {turn: number, date: string, entry: number, stood: number, change: number, luck: number}[],
 *   throws: {turn: number, entry: number, side: string, luck: number, text: string, story: string[]}[],
 *   advice: {turn: number, entry: number, side: string, text: string}[]}} Review
 * @typedef {{case: string, why: string}} RefusalData
 */

export {};
