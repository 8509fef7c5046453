/** Shows the frame of the page: navigation, state of the devnet, notices, and the chosen view. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { lecture, switchLecture, switchTheme } from './appearance.js';
import { Header } from './header.js';
import { Icon } from './icons.js';
import { Notices } from './notices.js';
import { linkTo, route } from './route.js';
import { hasEngine, hasEvm, notice } from './store.js';
import type { View } from './view.js';

const GROUPS = { Consensus: 'stage', Chain: 'ethereum', Control: 'control', Learn: 'tour' } as const;

const viewAt = (views: readonly View[], path: string | undefined): View | undefined =>
  path === undefined ? views[0] : views.find((view) => view.path === path || view.paths?.includes(path));

export interface FinderProps {
  readonly views: readonly View[];
  readonly onClose: () => void;
}

interface Props {
  readonly views: readonly View[];
  /** Loads the palette, which finds views, places of the chain and actions. */
  readonly finder: () => Promise<ComponentType<FinderProps>>;
}

export function App({ views, finder }: Props): JSX.Element {
  const view = useComputed(() => viewAt(views, route.value[0])).value;
  const finding = useSignal(false);
  const possible = views.filter(isPossible);
  const find = (): void => {
    finding.value = true;
  };
  useLayoutEffect(() => listenToKeys(find, () => finding.value), []);
  useEffect(() => scrollTo(0, 0), [view]);
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <div class="rail">
        <Header onFind={find} />
        <Navigation views={possible} current={view} />
      </div>
      {lecture.value && (
        <button type="button" class="bare leave" onClick={switchLecture}>
          Leave the lecture view (L)
        </button>
      )}
      <Notices />
      <main id="content" tabIndex={-1} class={`view-${view?.path ?? 'none'}${view?.isFull ? ' full' : ''}`}>
        <Place view={view} />
      </main>
      {finding.value && <Late load={finder} views={possible} onClose={() => (finding.value = false)} />}
    </>
  );
}

/**
 * Calls `find` at Ctrl-K, and follows the keys L and T outside of fields, also of those of the palette while it loads.
 * Returns a function that ends it.
 */
function listenToKeys(find: () => void, isFinding: () => boolean): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'k') {
      event.preventDefault();
      find();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isFinding()) return;
    if (target instanceof Element && target.closest('input, select, textarea, dialog') !== null) return;
    if (key.toLowerCase() === 'l') switchLecture();
    if (key.toLowerCase() === 't') switchTheme();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

interface NavigationProps {
  readonly views: readonly View[];
  readonly current: View | undefined;
}

function Navigation({ views, current }: NavigationProps): JSX.Element {
  /** Group whose views a phone shows. */
  const open = useSignal('');
  useSignalEffect(() => {
    void route.value;
    open.value = '';
  });
  const entries = views.filter(({ under }) => under === undefined);
  const path = current?.under ?? current?.path;
  return (
    <nav aria-label="Views">
      {Object.entries(GROUPS).map(([group, icon]) => (
        <section key={group} class={open.value === group ? 'open' : ''}>
          <p id={`group-${group}`}>{group}</p>
          <button
            type="button"
            class={`bare tab${current?.group === group ? ' current' : ''}`}
            aria-expanded={open.value === group}
            onClick={() => (open.value = open.value === group ? '' : group)}
          >
            <Icon name={icon} />
            {group}
          </button>
          <ul aria-labelledby={`group-${group}`}>
            {entries
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Entry key={entry.path} view={entry} isCurrent={entry.path === path} />
              ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

const Entry = ({ view, isCurrent }: { readonly view: View; readonly isCurrent: boolean }): JSX.Element => (
  <li>
    <a href={linkTo(view.path)} title={view.title} {...(isCurrent && { 'aria-current': 'page' as const })}>
      <Icon name={view.path} />
      <span>{view.title}</span>
      {(view.count?.value ?? 0) > 0 && <b class="count">{view.count?.value}</b>}
    </a>
  </li>
);

const isPossible = ({ isOfSimulation, isOfEvm }: View): boolean =>
  !(isOfSimulation && hasEngine.value) && !(isOfEvm && !hasEvm.value);

function Place({ view }: { readonly view: View | undefined }): JSX.Element {
  if (view === undefined) return <NoSuchPlace />;
  // A transaction of any application has a page.
  if (!isPossible(view) && route.value[0] !== 'tx') return <Absent title={view.title} />;
  return <Late key={view.path} load={view.load} place={route.value} />;
}

type Loader<P> = () => Promise<ComponentType<P>>;

/** Components that were loaded: shown at once when they are shown again. */
const loaded = new Map<unknown, unknown>();

/** Shows a component when its script is loaded. */
function Late<P>({ load, ...props }: P & { readonly load: Loader<P> }): JSX.Element | null {
  const shown = useSignal(loaded.get(load) as ComponentType<P> | undefined);
  useEffect(() => {
    if (shown.value !== undefined) return;
    void load().then(
      (component) => {
        loaded.set(load, component);
        shown.value = component;
      },
      (error: Error) => {
        notice.value = { tone: 'error', text: `The page could not load this part: ${error.message}. Load it again.` };
      },
    );
  }, []);
  const Shown = shown.value;
  return Shown === undefined ? null : <Shown {...(props as P & JSX.IntrinsicAttributes)} />;
}

const Absent = ({ title }: { readonly title: string }): JSX.Element => (
  <>
    <h1>{title}</h1>
    <p>
      {hasEngine.value
        ? 'A CometBFT engine decides the blocks of this chain, and nothing here can change what its validators do.'
        : 'The application of this chain is another program: its accounts and contracts are not known here.'}{' '}
      A devnet of <code>halley start</code> has this view. <a href="#/">Go to the rounds.</a>
    </p>
  </>
);

const NoSuchPlace = (): JSX.Element => (
  <p>
    There is nothing at this address. <a href="#/">Go to the rounds.</a>
  </p>
);

/** Moves the focus to the view; the address stays, because it names the view. */
const skip = (): void => document.getElementById('content')?.focus();
