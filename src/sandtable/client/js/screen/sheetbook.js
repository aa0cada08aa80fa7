// The sheets behind the tabs: log, forces, victory, turns, staff, layers, rules, table; and what lies over the map.

import { byId, el } from "../basics/dom.js";
import { BATTLE } from "../panels/ledger.js";
import { like, liked } from "../basics/prefs.js";
import { drawStanding, drawTrack } from "../panels/prospects.js";
import { drawForces, drawLayers, drawTable } from "../panels/sheets.js";

/** @typedef {import("../basics/types.js").Standing} Standing */
/** @typedef {import("../basics/types.js").TurnBox} TurnBox */
/** @typedef {import("../basics/types.js").Layer} Layer */
/** @typedef {import("./screen.js").Screen} Screen */

const SHEETS = [
  ["log", "Log"],
  ["forces", "Forces"],
  ["victory", "Victory"],
  ["turns", "Turns"],
  ["staff", "Staff"],
  ["layers", "Layers"],
  ["rules", "Rules"],
  ["table", "Table"],
];

export class SheetBook {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.sheet = "log";
    this.find = "";
    /** @type {Layer[]} */
    this.layers = [];
    this.shownLayers = new Set(liked("layers", "").split(" ").filter(Boolean));
    this.layersFor = -1;
    /** @type {{standing: Standing, calendar: TurnBox[]} | null} */
    this.stood = null;
    this.stoodFor = -1;
    this.buildTabs();
    byId("grip").addEventListener("click", () => this.setLow(!byId("panels").classList.contains("low")));
    if (innerWidth <= 760) this.setLow(true);
  }

  buildTabs() {
    const tabs = byId("tabs");
    const sheets = byId("sheets");
    for (const [key, label] of SHEETS) {
      tabs.append(
        el(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${key}`,
            "aria-controls": `sheet-${key}`,
            "aria-selected": "false",
            tabindex: -1,
            click: () => this.open(key),
          },
          label,
        ),
      );
      sheets.append(
        el("div", {
          class: "sheet",
          id: `sheet-${key}`,
          role: "tabpanel",
          "aria-labelledby": `tab-${key}`,
          tabindex: 0,
          hidden: true,
        }),
      );
    }
    tabs.addEventListener("keydown", (event) => {
      const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!turn) return;
      event.preventDefault();
      const at = SHEETS.findIndex(([key]) => key === this.sheet);
      this.open(SHEETS[(at + turn + SHEETS.length) % SHEETS.length][0]);
      byId(`tab-${this.sheet}`).focus();
    });
    this.markTab();
  }

  /** @param {boolean} low */
  setLow(low) {
    byId("panels").classList.toggle("low", low);
    byId("grip").setAttribute("aria-expanded", String(!low));
    requestAnimationFrame(() => this.screen.outlook.setInsets());
  }

  /** @param {string} key */
  open(key) {
    this.sheet = key;
    this.setLow(false);
    this.markTab();
    this.draw();
    byId("sheets").scrollTop = 0;
    if (innerWidth <= 760) byId("tabs").scrollIntoView({ block: "start" });
    if (key === "log") this.screen.story.follow();
    if (key === "log" && innerWidth <= 760)
      this.screen.story.list.lastElementChild?.scrollIntoView({ block: "nearest" });
    if (key === "rules") this.screen.rules.begin();
    if (key === "layers") this.fetchLayers();
  }

  markTab() {
    for (const [key] of SHEETS) {
      const on = key === this.sheet;
      byId(`tab-${key}`).setAttribute("aria-selected", String(on));
      byId(`tab-${key}`).tabIndex = on ? 0 : -1;
      byId(`sheet-${key}`).hidden = !on;
    }
  }

  draw() {
    this.screen.press.draw("sheet", () => this.drawNow());
  }

  drawNow() {
    const { now } = this.screen.play;
    const shown = this.screen.past ? { ...now, view: this.screen.past.view } : now;
    const sheet = byId(`sheet-${this.sheet}`);
    if (this.sheet === "forces")
      drawForces(sheet, shown, this.screen.board, this.screen.counters, {
        sides: this.screen.sides,
        chosen: this.screen.play.chosen,
        find: this.find,
        seek: (text) => {
          this.find = text;
          this.draw();
        },
        show: (piece) => this.screen.goTo(piece),
        book: () => this.screen.ledger?.open(BATTLE),
      });
    if (this.sheet === "victory") drawStanding(sheet, this.stood?.standing ?? null, this.pointing());
    if (this.sheet === "turns") drawTrack(sheet, shown, this.stood?.calendar ?? [], this.screen.sides);
    if (this.sheet === "victory" || this.sheet === "turns") void this.fetchStanding();
    if (this.sheet === "table")
      drawTable(sheet, now, {
        ask: (message) => this.screen.line.ask(message).catch((error) => this.screen.toast(error)),
        replay: () => this.screen.replay.open(),
      });
    if (this.sheet === "staff") this.screen.staff.draw();
    if (this.sheet === "layers") this.drawLayersSheet();
  }

  drawLayersSheet() {
    const settings = [
      { key: "ids", label: "Hex numbers", on: this.screen.show.ids },
      { key: "doubts", label: "Mark what is reconstructed", on: this.screen.show.doubts },
      { key: "warnings", label: "The staff warns before a phase ends", on: liked("warnings", "1") === "1" },
      { key: "sound", label: "Sound of counters and dice", on: liked("sound", "0") === "1" },
    ];
    drawLayers(byId("sheet-layers"), this.layers, this.shownLayers, {
      toggle: (key) => this.toggleLayer(key),
      settings,
      set: (key, on) => this.setMap(key, on),
    });
  }

  /** @param {string} key */
  toggleLayer(key) {
    if (!this.shownLayers.delete(key)) this.shownLayers.add(key);
    like("layers", [...this.shownLayers].join(" "));
    this.showLayers();
  }

  showLayers() {
    this.screen.map.overlay.showLayers(
      this.screen.past ? [] : this.layers.filter((layer) => this.shownLayers.has(layer.key)),
      this.screen.sides,
    );
    if (this.sheet === "layers") this.drawLayersSheet();
  }

  async fetchLayers() {
    const count = this.screen.play.now.view.count;
    if (this.layersFor === count) return;
    this.layersFor = count;
    const answer = await this.screen.line.ask({ type: "layers" }).catch(() => null);
    if (!answer || this.layersFor !== count) return;
    this.layers = answer.layers;
    this.showLayers();
  }

  pointing() {
    const { lights, sides } = this.screen;
    return {
      sides,
      goTo: (/** @type {string[]} */ hexes) => lights.goTo(hexes),
      point: (/** @type {string[]} */ hexes) => lights.point(hexes),
    };
  }

  /** How the game stands now; asked once for a position. */
  async fetchStanding() {
    const count = this.screen.play.now.view.count;
    if (this.stoodFor === count) return;
    this.stoodFor = count;
    const answer = await this.screen.line.ask({ type: "standing" }).catch(() => null);
    if (!answer || this.stoodFor !== count) return;
    this.stood = answer;
    this.draw();
  }

  /** @param {string} key @param {boolean} on */
  setMap(key, on) {
    if (key === "ids" || key === "doubts") this.screen.show[key] = on;
    like(key, on ? "1" : "0");
    this.screen.map.repaint();
    if (key === "ids") this.screen.callAgain();
    if (this.sheet === "layers") this.drawLayersSheet();
  }

  /** @param {string} number */
  openCase(number) {
    this.sheet = "rules";
    this.setLow(false);
    this.markTab();
    this.screen.rules.open(number);
  }
}
