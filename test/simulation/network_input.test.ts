/**
 * Tests that the inputs of a simulated network determine everything in it: they are written as JSON, read back and given
 * to another network, whose events are compared one by one.
 */
import { describe, expect, test } from 'vitest';
import { campaignKeys } from '../../scripts/campaign_keys.js';
import { valueFromJson, valueToJson } from '../../src/codec/value_json.js';
import { consensusCrypto } from '../../src/crypto/validator_keys.js';
import { networkOptions, Session } from '../../src/simulation/campaign/session.js';
import { planOf } from '../../src/simulation/campaign/session_plan.js';
import {
  createSimNetwork,
  type NetworkEvent,
  type NetworkInput,
  networkEventJson,
  type SimNetwork,
} from '../../src/simulation/index.js';
import { draws } from '../support/draws.js';
import { TestNetwork } from './world_kit.js';

const SEEDS = Array.from({ length: draws(20) }, (_, index) => `${index + 1}`);

type SavedInput = Extract<NetworkInput, { readonly type: 'command' | 'reply' }>;

/** Writes an input as text, and reads it back. */
const throughText = (input: NetworkInput): SavedInput =>
  valueFromJson(JSON.parse(JSON.stringify(valueToJson({ ...input, call: undefined })))) as SavedInput;

/** Gives the inputs to a network at the events at which they came. */
function feed(network: SimNetwork, inputs: readonly SavedInput[], events: number): void {
  let isAsked = false;
  const stepTo = (count: number): void => {
    while (network.events < count) isAsked = network.step().ask !== undefined;
  };
  for (const input of inputs) {
    stepTo(input.afterEvents);
    expect(isAsked).toBe(input.type === 'reply');
    if (input.type === 'command') network.applyCommand(input.command);
    else isAsked = network.answer(input.reply).ask !== undefined;
  }
  stepTo(events);
}

describe('the inputs of a session with random faults', () => {
  test('give another network the same events, after they were written and read', () => {
    const messages = new Set<string>();
    const happened = new Set<string>();
    const commands = new Set<string>();
    for (const seed of SEEDS) {
      const plan = planOf(seed);
      const keys = campaignKeys(plan.powers.length + plan.watchers);
      const session = new Session(plan, keys, consensusCrypto);
      const inputs: SavedInput[] = [];
      const lines: string[] = [];
      session.network.onInput((input) => inputs.push(throughText(input)));
      session.network.listen((event: NetworkEvent) => {
        lines.push(JSON.stringify(networkEventJson(event)));
        happened.add(event.type);
        if ('message' in event) messages.add(event.message.type);
      });
      session.run();
      for (const input of inputs) if (input.type === 'command') commands.add(input.command.type);

      const other = createSimNetwork(networkOptions(plan, keys, consensusCrypto));
      let at = 0;
      other.listen((event) =>
        expect(JSON.stringify(networkEventJson(event)), `${seed}: event ${at}`).toBe(lines[at++]),
      );
      feed(other, inputs, session.network.events);
      expect(at).toBe(lines.length);
    }
    expect(happened).toEqual(new Set(['noted', 'sent', 'dropped', 'received', 'scheduled']));
    for (const type of ['proposal', 'part', 'vote', 'majority', 'catch up', 'evidence'])
      expect(messages).toContain(type);
    for (const type of ['crash', 'restart', 'setFault']) expect(commands).toContain(type);
  });
});

describe('a listener of inputs', () => {
  test('receives commands, replies, snapshots and restores before they take effect, until it stops', () => {
    const { network } = new TestNetwork();
    const received: NetworkInput[] = [];
    const stop = network.onInput((input) => received.push(input));
    network.crash(1);
    const snapshot = network.snapshot();
    network.restart(1);
    network.restore(snapshot);
    expect(received).toEqual([
      { type: 'command', afterEvents: 0, command: { type: 'crash', node: 1 } },
      { type: 'snapshot', afterEvents: 0, snapshot },
      { type: 'command', afterEvents: 0, command: { type: 'restart', node: 1 } },
      { type: 'restore', afterEvents: 0, snapshot },
    ]);
    stop();
    network.restart(1);
    expect(received).toHaveLength(4);
  });

  test('does not change the events', () => {
    const run = (listens: boolean): string[] => {
      const test = new TestNetwork();
      if (listens) test.network.onInput(() => undefined);
      test.untilAll(3n);
      return test.notes.map((note) => JSON.stringify(valueToJson({ type: note.type, node: note.node })));
    };
    expect(run(true)).toEqual(run(false));
  });
});
