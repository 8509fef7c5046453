/** Shows the messages between the validators over time. */
import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { RoundMessage } from '../../../backend/rounds.js';
import { picture, shown } from '../../consensus/source.js';
import { ConsensusArea, EngineNote, SourceBar } from '../../consensus/source_bar.js';
import { Narrator } from '../../consensus/stage/narrator.js';
import { useKeys } from '../../consensus/stage/stage.js';
import { Strip } from '../../consensus/stage/strip.js';
import { Transport } from '../../consensus/stage/transport.js';
import { clockText, durationText, lossText, messageText } from '../../consensus/texts.js';
import { type Arrow, type ArrowFilter, type Found, NOTHING_FOUND } from '../../model/arrows.js';
import { nameOf } from '../../model/network_state.js';
import { Explanation } from '../../shell/explanation.js';
import { ScrollBox } from '../../shell/scroll_box.js';
import { DiagramView } from './diagram.js';

const KINDS: readonly RoundMessage['kind'][] = [
  'proposal',
  'part',
  'prevote',
  'precommit',
  'evidence',
  'majority',
  'catch-up',
];

/** Most rows of the table. */
const ROWS = 60;

export function Messages(): JSX.Element {
  const filter = useSignal<ArrowFilter>({ kinds: new Set(KINDS), height: undefined, node: undefined });
  const inView = useSignal<Found>(NOTHING_FOUND);
  useKeys();
  return (
    <ConsensusArea>
      <h1>Messages</h1>
      <Narrator />
      <Filters filter={filter} />
      <DiagramView filter={filter} inView={inView} />
      <Transport />
      <Strip />
      <SourceBar />
      <EngineNote />
      <MessageTable inView={inView} />
    </ConsensusArea>
  );
}

function Filters({ filter }: { readonly filter: Signal<ArrowFilter> }): JSX.Element {
  const validators = useComputed(() => picture.value.state?.validators ?? []).value;
  const change = (changed: Partial<ArrowFilter>): void => {
    filter.value = { ...filter.value, ...changed };
  };
  const toggle = (kind: RoundMessage['kind']): void => {
    const kinds = new Set(filter.value.kinds);
    if (!kinds.delete(kind)) kinds.add(kind);
    change({ kinds });
  };
  return (
    <fieldset class="row filters">
      <legend class="hidden">Messages to show</legend>
      {KINDS.map((kind) => (
        <label key={kind} class={`kind ${kind}`}>
          <input type="checkbox" checked={filter.value.kinds.has(kind)} onChange={() => toggle(kind)} /> {kind}
        </label>
      ))}
      <label>
        Height{' '}
        <input
          type="number"
          min={1}
          class="height"
          value={filter.value.height ?? ''}
          onInput={({ currentTarget: { value } }) => change({ height: value === '' ? undefined : Number(value) })}
        />
      </label>
      <label>
        Validator{' '}
        <select
          value={filter.value.node ?? ''}
          onChange={({ currentTarget: { value } }) => change({ node: value === '' ? undefined : Number(value) })}
        >
          <option value="">all</option>
          {validators.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Explanation of="the diagram of messages">
        Each lane is a validator, and time goes to the right. An arrow is a message, from when it is sent to when it
        arrives; a longer one was delayed. A cross marks a lost message. Validators exchange a proposal with the parts
        of its block, then prevotes, then precommits (the three messages of the paper). CometBFT’s gossip adds others:
        “majority” says which block has more than two thirds of the votes at the sender, “catch-up” is the commit of a
        height that the receiver has not decided, and “evidence” proves that a validator signed twice. Milliseconds are
        stretched, waits are shortened and have their true length above. A click or a drag moves the clock; + and −
        enlarge the diagram.
      </Explanation>
    </fieldset>
  );
}

function MessageTable({ inView }: { readonly inView: Signal<Found> }): JSX.Element | null {
  const isKnown = useComputed(() => picture.value.state !== undefined);
  const validators = useComputed(() => picture.value.state?.validators ?? []).value;
  const faults = useComputed(() => picture.value.state?.faults ?? []).value;
  if (!isKnown.value) return <p class="quiet">Waiting for the first picture of the network…</p>;
  const { history } = shown.value;
  const { arrows, isCut } = inView.value;
  return (
    <>
      <p class="quiet" aria-live="off">
        {arrows.length === 0 ? 'No message was sent in this span of time' : `${arrows.length} messages in view`}
        {isCut && ', of those that were sent last'}.{arrows.length > ROWS && ` The table has the first ${ROWS}.`}
      </p>
      <ScrollBox of="Messages in view" class="fixed-rows">
        <table>
          <caption class="hidden">Messages in view</caption>
          <thead>
            <tr>
              <th>Sent</th>
              <th>From</th>
              <th>To</th>
              <th>Message</th>
              <th>Arrives</th>
            </tr>
          </thead>
          <tbody>
            {arrows.slice(0, ROWS).map((arrow, index) => (
              <tr key={index}>
                <td class="mono">{clockText(arrow.sent)}</td>
                <td>{nameOf(validators, arrow.from)}</td>
                <td>{nameOf(validators, arrow.to)}</td>
                <td>{messageText(arrow.message, history.letters, validators)}</td>
                <td>{outcomeText(arrow, faults)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

const outcomeText = (
  { lost, sent, end }: Arrow,
  faults: readonly { readonly name: string; readonly text: string }[],
): string => (lost === undefined ? `after ${durationText(end - sent)}` : `lost: ${lossText(lost, faults)}`);
