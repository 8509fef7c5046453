/** Steps through a transaction, by line or instruction, forwards and backwards. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { TxLink } from '../../explorer/parts/links.js';
import { Page } from '../../explorer/parts/page.js';
import { grouped, visible } from '../../explorer/read/format.js';
import type { EvmTx } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { callBatch } from '../../feed/http.js';
import { linkTo } from '../../shell/route.js';
import { chainId } from '../../shell/store.js';
import { hasAt, Instructions, SourceCode } from './code.js';
import { CallStack, frameName, Machine, VariablesCard } from './machine.js';
import { DebugSession, type Move } from './session.js';

export const Debugger = ({ place: [, hash = ''] }: { readonly place: readonly string[] }): JSX.Element => {
  const chain = chainId.value;
  return (
    <Page title="Debugger" explanation={EXPLANATION}>
      {hash === '' ? (
        <p>
          Choose one of the <a href={linkTo('transactions')}>transactions</a>, and then “Debug” on its page.
        </p>
      ) : (
        chain !== '' && <Opening key={`${chain} ${hash}`} chain={chain} hash={hash} />
      )}
    </Page>
  );
};

const EXPLANATION =
  'The devnet runs the transaction again on the state before its block, and keeps every step. It needs the compiled contracts (--artifacts). A step of a line stops where the next line begins; gas is that of all runs of a line.';

interface Opened {
  readonly chain: string;
  readonly hash: string;
}

function Opening({ chain, hash }: Opened): JSX.Element {
  const session = useSignal<DebugSession | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    DebugSession.open(chain, hash).then(
      (opened) => {
        if (isLeft) opened.close();
        else session.value = opened;
      },
      (error: Error) => {
        problem.value = error.message;
      },
    );
    return () => {
      isLeft = true;
      session.peek()?.close();
    };
  }, []);
  return (
    <>
      <p>
        Transaction <TxLink hash={hash} />
      </p>
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          <ChainText text={`The transaction was not opened: ${problem.value}.`} first={1000} />
        </p>
      )}
      {session.value === undefined && problem.value === undefined && <p class="quiet">Running the transaction…</p>}
      {session.value !== undefined && <Debugging session={session.value} chain={chain} hash={hash} />}
    </>
  );
}

const FORWARDS = { next: 'Over', stepIn: 'Into', stepOut: 'Out', continue: 'Continue' } as const;
const KEYS: Readonly<Record<string, Move>> = {
  F5: { kind: 'continue', reverse: false },
  'Shift+F5': { kind: 'continue', reverse: true },
  F10: { kind: 'next', reverse: false },
  'Shift+F10': { kind: 'next', reverse: true },
  F11: { kind: 'stepIn', reverse: false },
  'Shift+F11': { kind: 'stepOut', reverse: false },
};

const keyFor = (kind: string, reverse: boolean): string | undefined =>
  Object.entries(KEYS).find(([, move]) => move.kind === kind && move.reverse === reverse)?.[0];

/** Reasons why the run stands where it does. */
const REASONS = {
  step: '',
  breakpoint: 'Stopped at a breakpoint.',
  exception: 'Stopped where a call fails.',
  start: 'The first step.',
  end: 'The last step.',
} as const;

function Debugging({ session, chain, hash }: Opened & { readonly session: DebugSession }): JSX.Element {
  const view = session.view.value;
  const chosen = useSignal(0);
  const wantsCode = useSignal(false);
  const frame = view.frames[chosen.value] ?? view.frames[0];
  const byInstruction = wantsCode.value || view.frames[0]?.line === undefined;
  const move = (how: Move): void => {
    chosen.value = 0;
    session.move(how, byInstruction ? 'instruction' : 'line');
  };
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const how = KEYS[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
      if (how === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      move(how);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <div class="debugger">
      <Bar session={session} move={move} wantsCode={wantsCode} />
      <p role="status" class="where">
        <b>
          <bdi>{visible((frame === undefined ? 'no code' : frameName(frame)).slice(0, 120))}</bdi>
        </b>
        {frame?.line !== undefined && `, line ${frame.line}`}. {REASONS[session.reason.value]}
      </p>
      {session.problem.value !== undefined && (
        <p class="problem" role="alert">
          <ChainText text={`Nothing moved: ${session.problem.value}.`} first={1000} />
        </p>
      )}
      <div class="cols">
        <div>
          <Code session={session} frame={chosen.value} chain={chain} hash={hash} byInstruction={byInstruction} />
          <Machine view={view} />
        </div>
        <div>
          <CallStack frames={view.frames} chosen={chosen.value} onChoose={(i) => (chosen.value = i)} />
          <VariablesCard view={view} frame={frame} />
        </div>
      </div>
    </div>
  );
}

interface BarProps {
  readonly session: DebugSession;
  readonly move: (how: Move) => void;
  readonly wantsCode: { value: boolean };
}

const Bar = ({ session, move, wantsCode }: BarProps): JSX.Element => (
  <div class="panel bar">
    {[true, false].map((reverse) => (
      <fieldset key={String(reverse)} class="row" aria-label={reverse ? 'Backwards' : 'Forwards'}>
        <span class="quiet">{reverse ? 'Back' : 'Forwards'}</span>
        {Object.entries(FORWARDS).map(([kind, text]) => (
          <button
            key={kind}
            type="button"
            aria-label={reverse ? `${text}, backwards` : text}
            title={keyFor(kind, reverse)}
            onClick={() => move({ kind: kind as Move['kind'], reverse })}
          >
            {reverse ? `◂ ${text}` : `${text} ▸`}
          </button>
        ))}
      </fieldset>
    ))}
    <div class="row">
      <label class="position">
        Step {grouped(session.view.value.step)} of {grouped(session.steps)}
        <input
          type="range"
          min={0}
          max={session.steps - 1}
          value={session.view.value.step}
          onInput={({ currentTarget }) => session.show(Number(currentTarget.value))}
        />
      </label>
      <label>
        <input
          type="checkbox"
          checked={wantsCode.value}
          onChange={({ currentTarget }) => (wantsCode.value = currentTarget.checked)}
        />{' '}
        Instructions
      </label>
      <label>
        <input
          type="checkbox"
          checked={session.stopsAtFailures.value}
          onChange={({ currentTarget }) => (session.stopsAtFailures.value = currentTarget.checked)}
        />{' '}
        Stop where a call fails
      </label>
    </div>
  </div>
);

interface CodeProps extends Opened {
  readonly session: DebugSession;
  readonly frame: number;
  readonly byInstruction: boolean;
}

/** Shows the source of a frame or one that the reader chooses, or the instructions of the innermost frame. */
function Code({ session, frame: at, byInstruction, ...opened }: CodeProps): JSX.Element {
  const { frames, step } = session.view.value;
  const frame = frames[at];
  const other = useSignal<{ readonly step: number; readonly name: string } | undefined>(undefined);
  if (byInstruction) return <Running session={session} {...opened} />;
  const { sources } = session;
  const name = other.value?.step === step ? other.value.name : frame?.file;
  const source = sources.find((one) => one.name === name);
  return (
    <section class="panel" aria-label="Source">
      {sources.length > 1 && (
        <label class="row">
          Source
          <select
            value={name ?? ''}
            onChange={({ currentTarget }) => (other.value = { step, name: currentTarget.value })}
          >
            {sources.map((one) => (
              <option key={one.name} value={one.name}>
                {visible(one.name.slice(0, 100))}
              </option>
            ))}
          </select>
        </label>
      )}
      {source === undefined ? (
        <p class="quiet">The source of this frame is not known.</p>
      ) : (
        <SourceCode session={session} source={source} line={name === frame?.file ? frame?.line : undefined} />
      )}
    </section>
  );
}

function Running({ session, chain, hash }: Opened & { readonly session: DebugSession }): JSX.Element {
  const { frames, pc, op, address: storage } = session.view.value;
  const address = frames[0]?.address ?? storage;
  const { value } = useLive(`code of ${address} ${hash}`, () => readCodes(chain, address, hash), 'reverts');
  const code = value?.find((one) => hasAt(one, pc, op));
  return (
    <section class="panel" aria-label="Code">
      {value !== undefined && code === undefined && (
        <p class="quiet">
          The code that runs is not that of the account: it creates a contract, or the account has changed since. The
          instruction is {op} at {pc}.
        </p>
      )}
      {code !== undefined && <Instructions session={session} address={address} code={code} />}
    </section>
  );
}

/** Returns the code of an account, and that which the transaction runs to create a contract. */
async function readCodes(chain: string, address: string, hash: string): Promise<readonly string[]> {
  const [code, tx] = await callBatch(chain, 'evm', [
    ['eth_getCode', [address, 'latest']],
    ['eth_getTransactionByHash', [hash]],
  ]);
  const { to, input } = (tx ?? {}) as Partial<EvmTx>;
  return [code, to === null ? input : undefined].filter((one) => typeof one === 'string');
}
