/** Is the frame of the page: navigation, state of the devnet, notices, and the chosen view. */
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { Header } from './header.js';
import { Notices } from './notices.js';
import { linkTo, route } from './route.js';
import { hasEngine } from './store.js';
import type { View } from './view.js';

const GROUPS: readonly View['group'][] = ['Consensus', 'Chain', 'Control', 'Learn'];

const viewAt = (views: readonly View[], path: string | undefined): View | undefined =>
  path === undefined ? views[0] : views.find((view) => view.path === path || view.paths?.includes(path));

export function App({ views }: { readonly views: readonly View[] }): JSX.Element {
  const current = useComputed(() => viewAt(views, route.value[0]));
  const view = current.value;
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <Header />
      <nav aria-label="Views">
        {GROUPS.filter((group) => views.some((entry) => entry.group === group && isPossible(entry))).map((group) => (
          <ul key={group} aria-label={group}>
            {views
              .filter((entry) => entry.group === group && isPossible(entry))
              .map((entry) => (
                <li key={entry.path}>
                  <a href={linkTo(entry.path)} {...(entry === view && { 'aria-current': 'page' as const })}>
                    {entry.title}
                  </a>
                </li>
              ))}
          </ul>
        ))}
      </nav>
      <Notices />
      <main id="content" tabIndex={-1} class={`view-${view?.path ?? 'none'}`}>
        <Place view={view} />
      </main>
    </>
  );
}

const isPossible = ({ isOfSimulation = false }: View): boolean => !isOfSimulation || !hasEngine.value;

function Place({ view }: { readonly view: View | undefined }): JSX.Element {
  if (view === undefined) return <NoSuchPlace />;
  return isPossible(view) ? <view.component place={route.value} /> : <OnlySimulated title={view.title} />;
}

const OnlySimulated = ({ title }: { readonly title: string }): JSX.Element => (
  <>
    <h1>{title}</h1>
    <p>
      A CometBFT engine decides the blocks of this chain, and nothing here can change what its validators do. A devnet
      of <code>halley start</code> has this view. <a href="#/">Go to the rounds.</a>
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
