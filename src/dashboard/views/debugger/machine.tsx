/** The machine at a step: call stack, variables, storage, stack, memory and data. */

import type { JSX } from 'preact';
import type { EvmDebugItem, WrittenDebugView } from '../../../backend/evm/debugging.js';
import { ChainData, ChainText } from '../../explorer/parts/chain_text.js';
import { AddressLink } from '../../explorer/parts/links.js';
import { Card, ClosedCard, Fact, Facts } from '../../explorer/parts/page.js';
import { bytesOf, grouped } from '../../explorer/read/format.js';

type Frame = WrittenDebugView['frames'][number];

export const frameName = ({ contract, function: name }: Frame): string =>
  [contract, name].filter(Boolean).join('.') || 'code without an artifact';

interface StackProps {
  readonly frames: readonly Frame[];
  readonly chosen: number;
  readonly onChoose: (frame: number) => void;
}

export const CallStack = ({ frames, chosen, onChoose }: StackProps): JSX.Element => (
  <Card title="Call stack">
    <ol class="lines frames">
      {frames.map((frame, i) => (
        <li key={i}>
          <button type="button" class="bare" aria-pressed={i === chosen} onClick={() => onChoose(i)}>
            <ChainText text={frameName(frame)} first={80} />
            {frame.line !== undefined && <span class="quiet">:{frame.line}</span>}
          </button>
        </li>
      ))}
    </ol>
  </Card>
);

const Variables = ({ variables }: { readonly variables: readonly EvmDebugItem[] }): JSX.Element => (
  <dl class="arguments">
    {variables.map(({ name, type, value, children = [] }, i) => (
      <div key={`${name} ${i}`}>
        <dt>
          <ChainText text={name || String(i)} first={60} />{' '}
          {type !== undefined && (
            <span class="quiet">
              <ChainText text={type} first={40} />
            </span>
          )}
        </dt>
        <dd>
          {value !== '' && <ChainData text={value} />}
          {children.length > 0 && <Variables variables={children} />}
        </dd>
      </div>
    ))}
  </dl>
);

interface PartProps {
  readonly title: string;
  readonly variables: readonly EvmDebugItem[];
}

const Part = ({ title, variables }: PartProps): JSX.Element | null =>
  variables.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <Variables variables={variables} />
    </>
  );

interface MachineProps {
  readonly view: WrittenDebugView;
  readonly frame: Frame | undefined;
}

export const VariablesCard = ({ view, frame }: MachineProps): JSX.Element => {
  const { locals = [], arguments: args = [] } = frame ?? {};
  return (
    <Card title="Variables">
      {locals.length + args.length + view.state.length === 0 && <p class="quiet">None are known here.</p>}
      <Part title="Parameters" variables={locals} />
      <Part title="Arguments of the call" variables={args} />
      <Part title="State" variables={view.state} />
    </Card>
  );
};

export const Machine = ({ view }: Pick<MachineProps, 'view'>): JSX.Element => (
  <>
    <Card title="Machine">
      <Facts>
        <Fact name="Instruction">
          <b class="mono">{view.op}</b> at {view.pc}, costs {grouped(view.gasCost)} gas
        </Fact>
        <Fact name="Gas left">{grouped(view.gas)}</Fact>
        <Fact name="Account">
          <AddressLink address={view.address} />, depth {view.depth}
        </Fact>
        {view.error !== undefined && (
          <Fact name="Fails">
            <span class="bad">✗ {view.error}</span>
          </Fact>
        )}
      </Facts>
    </Card>
    <Closed
      title="Stack"
      aside={`${view.stack.length} items, top first`}
      variables={[...view.stack].reverse().map((value, i) => ({ name: String(i), value }))}
    />
    <Closed
      title="Storage"
      aside={`${view.storage.length} slots that the run has accessed`}
      variables={view.storage.map(({ slot, value }) => ({ name: `0x${BigInt(slot).toString(16)}`, value }))}
    />
    <Closed title="Memory" aside={`${grouped(bytesOf(view.memory))} bytes`} variables={wordsOf(view.memory)} />
    <Closed
      title="Data"
      aside="calldata, return data"
      variables={[
        { name: 'calldata', value: view.calldata },
        { name: 'return data', value: view.returnData },
      ]}
    />
  </>
);

interface ClosedProps extends PartProps {
  readonly aside: string;
}

/** Most rows of a part. */
const MAX_ROWS = 500;

const Closed = ({ title, aside, variables }: ClosedProps): JSX.Element => (
  <ClosedCard title={title} aside={aside}>
    <Variables variables={variables.slice(0, MAX_ROWS)} />
    {variables.length > MAX_ROWS && <p class="quiet">{grouped(variables.length - MAX_ROWS)} more</p>}
  </ClosedCard>
);

const WORD_DIGITS = 64;

/** Returns the words of the memory, at most those that are shown and one. */
function wordsOf(memory: string): readonly EvmDebugItem[] {
  const words: EvmDebugItem[] = [];
  for (let at = 2; at < memory.length && words.length <= MAX_ROWS; at += WORD_DIGITS)
    words.push({ name: `0x${((at - 2) / 2).toString(16)}`, value: `0x${memory.slice(at, at + WORD_DIGITS)}` });
  return words;
}
