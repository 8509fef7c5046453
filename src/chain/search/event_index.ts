/**
 * Indexes the events of consecutive units (transactions, or blocks). Events are numbered through all units; the index
 * stores for each its unit, and its number under each indexed attribute.
 */
import type { Event } from '../../abci/application.js';
import { AttributeIndex, type NumberRange, type Window } from './attribute_index.js';
import { IdList, lengthOf, type Run, runOf, union } from './id_list.js';

export type EventTest =
  | { readonly type: 'equal'; readonly tag: string; readonly text: string }
  | { readonly type: 'contains'; readonly tag: string; readonly text: string }
  | { readonly type: 'exists'; readonly tag: string }
  | { readonly type: 'range'; readonly tag: string; readonly range: NumberRange };

const NOTHING = runOf([]);

export class EventIndex {
  readonly #unitOfEvent = new IdList();
  readonly #byTag = new Map<string, AttributeIndex>();
  /** Same indexes by event type and attribute key, so that adding builds no composite keys. */
  readonly #byType = new Map<string, Map<string, AttributeIndex>>();
  #units = 0;

  /** `readable` returns the text in which substrings and numbers are searched. */
  constructor(private readonly readable: (value: string) => string = (value) => value) {}

  get units(): number {
    return this.#units;
  }

  /** Adds a unit. Only attributes with `index: true` of events with a type count. */
  addUnit(events: readonly Event[]): void {
    const unit = this.#units++;
    for (const { type, attributes } of events) {
      if (type === '') continue;
      const id = this.#unitOfEvent.length;
      let indexed = false;
      for (const { key, value, index } of attributes) {
        if (!index || key === '') continue;
        this.#attribute(type, key).add(value, id);
        indexed = true;
      }
      if (indexed) this.#unitOfEvent.push(unit);
    }
  }

  #attribute(type: string, key: string): AttributeIndex {
    let ofType = this.#byType.get(type);
    if (ofType === undefined) {
      ofType = new Map();
      this.#byType.set(type, ofType);
    }
    let attribute = ofType.get(key);
    if (attribute === undefined) {
      const tag = `${type}.${key}`;
      attribute = this.#byTag.get(tag) ?? new AttributeIndex(this.readable);
      ofType.set(key, attribute);
      this.#byTag.set(tag, attribute);
    }
    return attribute;
  }

  /** Removes every unit from `units` on. */
  truncate(units: number): void {
    if (units >= this.#units) return;
    const events = this.#unitOfEvent.lowerBound(units);
    this.#units = units;
    this.#unitOfEvent.truncate(events);
    for (const attribute of this.#byTag.values()) attribute.truncate(events);
  }

  /** Returns the events of the units in [from, to). */
  eventsOf({ from, to }: Window): Window {
    return { from: this.#unitOfEvent.lowerBound(from), to: this.#unitOfEvent.lowerBound(to) };
  }

  /** Returns the events in the window that match a condition. */
  find(test: EventTest, window: Window): Run {
    const attribute = this.#byTag.get(test.tag);
    const runs = attribute === undefined ? [] : runsOf(attribute, test, window);
    const found = runs.filter((run) => lengthOf(run) > 0);
    return found.length === 0 ? NOTHING : union(found);
  }

  /** Returns the units of events, ascending. */
  unitsOf({ ids, from, to }: Run): Run {
    const units: number[] = [];
    for (let i = from; i < to; i++) {
      const unit = this.#unitOfEvent.at(ids[i] as number) as number;
      if (units.at(-1) !== unit) units.push(unit);
    }
    return runOf(units);
  }
}

function runsOf(attribute: AttributeIndex, test: EventTest, window: Window): readonly Run[] {
  switch (test.type) {
    case 'equal':
      return attribute.equal(test.text, window);
    case 'contains':
      return attribute.containing(test.text, window);
    case 'exists':
      return attribute.all(window);
    case 'range':
      return attribute.within(test.range, window);
  }
}
