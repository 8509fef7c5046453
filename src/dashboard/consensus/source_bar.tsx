/** Says what the views of consensus show, opens a trace, and moves over the past. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { KeptBlocks } from '../../backend/rounds.js';
import { Explanation } from '../shell/explanation.js';
import { chainId, engine, hasEngine } from '../shell/store.js';
import { chooseChain, followLive, onFrame, openTrace, reading, showLive, source, watchBlocks } from './source.js';

/** Shows an area into which a trace can be dropped, and which follows the running chain while it is shown. */
export function ConsensusArea({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const over = useSignal(false);
  useEffect(() => {
    const stops = [followLive(), onFrame(() => undefined)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    over.value = false;
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void openTrace(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The button "Open a trace" does the same with the keyboard.
    <div
      class={`consensus${over.value ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => {
        over.value = false;
      }}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}

/** Replays the blocks that the address names: `#/watch/5`, `#/watch/5-9`. */
export function useWatch([path, blocks = '']: readonly string[]): void {
  const chain = chainId.value;
  useEffect(() => {
    const [, first, last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(blocks) ?? [];
    if (path === 'watch' && first !== undefined && chain !== '')
      void watchBlocks({ first: Number(first), last: Number(last) });
  }, [path, blocks, chain]);
}

export const SourceBar = (): JSX.Element => (
  <div class="row source">
    <span class="source-name" role="status">
      <SourceName />
    </span>
    {source.value.type !== 'live' && (
      <button type="button" class="primary" onClick={showLive}>
        Back to the live chain
      </button>
    )}
    <ChainOfTrace />
    <label class="file">
      Open a trace
      <input
        type="file"
        accept=".jsonl,.json,application/jsonl,text/plain"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void openTrace(file);
          currentTarget.value = '';
        }}
      />
    </label>
    {reading.value !== undefined && <progress aria-label="Reading the trace" max={1} value={reading.value} />}
    <Explanation of="a trace">
      A trace has every event of the network: each step, vote and message. <code>halley trace RECORD --out FILE</code>{' '}
      makes one of a record, and <code>halley trace URL --out FILE</code> of a running chain. Open the file, or drop it
      here. The page reads it in the browser, and sends it nowhere.
    </Explanation>
  </div>
);

function SourceName(): JSX.Element {
  const now = source.value;
  if (now.type === 'live') return <>Live chain</>;
  if (now.type === 'run') return <>Run of “{now.title}”</>;
  if (now.type === 'blocks') return <>{blocksText(now.blocks)}, replayed</>;
  return (
    <>
      Trace <bdi>{now.name}</bdi>
      {now.notes.map((note) => (
        <span key={note} class="note">
          {' '}
          {note}
        </span>
      ))}
    </>
  );
}

const blocksText = ({ first, last }: KeptBlocks): string =>
  first === last ? `Block ${first}` : `Blocks ${first} to ${last}`;

function ChainOfTrace(): JSX.Element | null {
  const now = source.value;
  if (now.type !== 'trace' || now.chains.length < 2) return null;
  return (
    <label>
      Chain{' '}
      <select value={now.chain} onChange={({ currentTarget }) => void chooseChain(currentTarget.value)}>
        {now.chains.map((chain) => (
          <option key={chain} value={chain}>
            {chain}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Shows what is known where an engine in another process decides the blocks. */
export const EngineNote = (): JSX.Element | null =>
  !hasEngine.value || source.value.type !== 'live' ? null : (
    <p class="quiet engine-note">
      A CometBFT engine decides the blocks{engine.value === undefined ? '' : ` (RPC ${engine.value.url})`}. It reports
      its own state, and the votes that it has received. The state of the other validators is not reported: they are
      marked unknown, with their last votes. An arrow of a vote begins when its validator signed it, by the clock of
      that validator, and ends when this node counted it.
    </p>
  );
