/** Finds views, blocks, transactions, accounts, contracts and actions by what the reader types. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { callBatch, callEvm, readScenarios } from '../../feed/http.js';
import type { FinderProps } from '../../shell/app.js';
import { switchLecture, switchTheme } from '../../shell/appearance.js';
import { linkTo } from '../../shell/route.js';
import { about, chainId, hasEngine, notice } from '../../shell/store.js';
import type { View } from '../../shell/view.js';
import { hashToBase64 } from '../codec/cosmos_tx.js';
import { findContracts } from '../read/contracts.js';
import { shortHash, toNumber, visible } from '../read/format.js';
import type { EvmBlock } from '../read/rpc.js';
import { type Query, readQuery } from '../read/typed.js';
import { ownChanges } from '../read/use_live.js';

/** Most entries that are listed at once. */
const MAX_SHOWN = 40;
/** Most accounts that can be found by their number. */
const MAX_ACCOUNTS = 100;

interface Entry {
  readonly title: string;
  /** Kind of the entry, or the call that it makes. */
  readonly note: string;
  /** Further words by which it is found. */
  readonly words?: string | undefined;
  /** Goes there, or acts. Rejects with an Error whose text says what was not found. */
  readonly choose: () => void | Promise<void>;
}

const isFound = (result: unknown): boolean => result !== null && result !== undefined && !(result instanceof Error);

async function placeOfHash(hash: string): Promise<string> {
  const chain = chainId.value;
  const [[block, tx], [cosmos]] = await Promise.all([
    callBatch(chain, 'evm', [
      ['eth_getBlockByHash', [hash, false]],
      ['eth_getTransactionByHash', [hash]],
    ]),
    callBatch(chain, 'comet', [['tx', { hash: hashToBase64(hash), prove: false }]]),
  ]);
  if (isFound(block)) return linkTo('block', toNumber((block as EvmBlock).number));
  if (isFound(tx) || isFound(cosmos)) return linkTo('tx', hash);
  throw new Error(`the chain has no block and no transaction with the hash ${hash}`);
}

const go = (place: string): void => {
  location.hash = place;
};

/** Returns the place of the chain that a text names; undefined for the name of something. */
function placeEntry(query: Query | undefined): Entry | undefined {
  switch (query?.type) {
    case 'height':
      return { title: `Block ${query.height}`, note: 'block', choose: () => go(linkTo('block', query.height)) };
    case 'address':
      return { title: query.address, note: 'account', choose: () => go(linkTo('account', query.address)) };
    case 'hash': {
      const choose = async (): Promise<void> => go(await placeOfHash(query.hash));
      return { title: shortHash(query.hash), note: 'block or transaction', choose };
    }
    case 'name':
    case undefined:
      return undefined;
  }
}

function viewEntries(views: readonly View[]): readonly Entry[] {
  return views.map(({ title, group, path, words }) => ({ title, note: group, words, choose: () => go(linkTo(path)) }));
}

function actionEntries(views: readonly View[]): readonly Entry[] {
  const calls = views.flatMap(({ actions = [] }) => actions);
  const other = (about.value?.chains ?? []).filter(({ id }) => id !== chainId.value);
  return [
    ...(hasEngine.value ? [] : calls).map(({ title, call: { method, params } }) => ({
      title,
      note: method,
      choose: async () => {
        await callEvm(chainId.value, method, params);
        ownChanges.value++;
        notice.value = { tone: 'info', text: `${title}: done.` };
      },
    })),
    ...other.map(({ id }) => ({
      title: `Show the chain ${id}`,
      note: 'chain',
      choose: () => {
        chainId.value = id;
      },
    })),
    { title: 'Lecture view', note: 'L', choose: switchLecture },
    { title: 'Light or dark', note: 'T', choose: switchTheme },
  ];
}

/** Reads scenarios, accounts of the node, and contracts whose artifact is known; what cannot be read is left out. */
async function readNames(chain: string): Promise<readonly Entry[]> {
  const [scenarios, accounts, contracts] = await Promise.all([
    about.value?.scenarios === true ? readScenarios().catch(() => []) : [],
    callEvm<readonly string[]>(chain, 'eth_accounts').catch(() => []),
    findContracts(chain).catch(() => []),
  ]);
  return [
    ...scenarios.map(({ title, name }) => ({
      title,
      note: 'scenario',
      choose: () => go(linkTo('scenarios', name)),
    })),
    ...accounts.slice(0, MAX_ACCOUNTS).map((address, i) => ({
      title: `Account ${i}`,
      note: address,
      choose: () => go(linkTo('account', address)),
    })),
    ...contracts.flatMap(({ address, artifact }) =>
      artifact === undefined
        ? []
        : [
            {
              title: visible(artifact.contract.slice(0, 80)),
              note: shortHash(address),
              choose: () => go(linkTo('contract', address)),
            },
          ],
    ),
  ];
}

const nothingText = (text: string): string =>
  `"${text}" is no view, action, scenario, height, hash, address or known contract.`;

export function Finder({ views, onClose }: FinderProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, problem, at] = [useSignal(''), useSignal(''), useSignal(0)];
  const names = useSignal<readonly Entry[]>([]);
  const reading = useRef<Promise<void> | undefined>(undefined);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    reading.current = readNames(chainId.value).then((found) => {
      names.value = found;
    });
  }, []);
  const find = (): readonly Entry[] => {
    const place = placeEntry(readQuery(text.value));
    const wanted = text.value.trim().toLowerCase();
    const matches = [...viewEntries(views), ...actionEntries(views), ...names.value].filter(
      ({ title, note, words = '' }) =>
        `${title}\n${words}`.toLowerCase().includes(wanted) || note.toLowerCase() === wanted,
    );
    return [...(place === undefined ? [] : [place]), ...matches].slice(0, MAX_SHOWN);
  };
  const entries = find();
  const selected = Math.min(at.value, entries.length - 1);
  /** Closes at once, so that the same keys can open it again: the event of the browser comes later. */
  const close = (): void => {
    if (dialog.current === null) return;
    dialog.current.close();
    onClose();
  };
  const choose = async (entry: Entry | undefined): Promise<void> => {
    try {
      if (entry === undefined || dialog.current === null) return;
      await entry.choose();
      close();
    } catch (error) {
      problem.value = `Nothing was done: ${(error as Error).message}.`;
    }
  };
  /** Chooses the selected entry, or the first of the names, which may still be on their way. */
  const enter = async (): Promise<void> => {
    if (entries.length === 0) await reading.current;
    await choose(entries[selected] ?? find()[0]);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) at.value = (selected + step + entries.length) % Math.max(1, entries.length);
    else if (event.key === 'Enter') void enter();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="finder"
      aria-label="Find"
      onKeyDown={onKey}
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
    >
      <input
        type="text"
        role="combobox"
        aria-label="View, action, height, hash, address or contract"
        placeholder="View, action, height, hash, address or contract"
        aria-expanded={entries.length > 0}
        aria-controls="found"
        aria-activedescendant={`found-${selected}`}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          at.value = 0;
          problem.value = '';
        }}
      />
      <p role="status">{problem.value || (entries.length > 0 ? '' : nothingText(text.value))}</p>
      <div class="found" id="found" role="listbox" aria-label="Found">
        {entries.map((entry, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: The field handles the keys of the list.
          <div
            key={`${i} ${entry.title}`}
            id={`found-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === selected}
            onClick={() => void choose(entry)}
          >
            <bdi>{entry.title}</bdi> <span class="quiet">{entry.note}</span>
          </div>
        ))}
      </div>
    </dialog>
  );
}
