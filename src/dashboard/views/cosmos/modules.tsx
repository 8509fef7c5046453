/** The modules of the Cosmos SDK: each with its queries, which a click asks. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { ClosedCard, Page } from '../../explorer/parts/page.js';
import { useLive } from '../../explorer/read/use_live.js';
import { readRest } from '../../feed/http.js';
import { Field } from '../../shell/fields.js';
import { linkTo } from '../../shell/route.js';
import { chainId } from '../../shell/store.js';

interface Module {
  /** Path up to its version, such as `cosmos/bank/v1beta1`. */
  readonly name: string;
  /** Paths of its queries, with their parameters in braces. */
  readonly queries: readonly string[];
}

const MODULE = /^\/(.+?\/v\d\w*)\//;

/** Returns the modules that the description of the gateway names, in their order there. */
async function readModules(chain: string): Promise<readonly Module[]> {
  const { paths = {} } = (await readRest(chain, '/openapi.json')) as {
    readonly paths?: Readonly<Record<string, { readonly get?: object }>>;
  };
  const modules = new Map<string, string[]>();
  for (const [path, { get }] of Object.entries(paths)) {
    const name = MODULE.exec(path)?.[1];
    if (get === undefined || name === undefined) continue;
    modules.set(name, [...(modules.get(name) ?? []), path]);
  }
  return [...modules].map(([name, queries]) => ({ name, queries })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function Modules(): JSX.Element {
  const live = useLive('modules', readModules, 'reverts');
  return (
    <Page
      title="Modules"
      explanation="The state of a Cosmos chain belongs to its modules. Each answers queries; these are the ones of the REST gateway, at the newest block."
    >
      <p class="row">
        <a href={linkTo('cosmos')}>Cosmos transactions</a>
        <a href={linkTo('chains')}>IBC channels</a>
      </p>
      <LiveStatus live={live} of="the modules" />
      {live.value?.map(({ name, queries }) => (
        <ClosedCard key={name} title={name} aside={`${queries.length} ${queries.length === 1 ? 'query' : 'queries'}`}>
          {queries.map((path) => (
            <Query key={path} path={path} />
          ))}
        </ClosedCard>
      ))}
    </Page>
  );
}

const PARAMETER = /\{(\w+)[^}]*\}/g;

function Query({ path }: { readonly path: string }): JSX.Element {
  const values = useSignal<Readonly<Record<string, string>>>({});
  const answer = useSignal<string | undefined>(undefined);
  const names = Array.from(path.matchAll(PARAMETER), ([, name = '']) => name);
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    const asked = path.replace(PARAMETER, (_, name: string) => encodeURIComponent(values.value[name] ?? ''));
    try {
      answer.value = JSON.stringify(await readRest(chainId.value, asked), null, 2);
    } catch (error) {
      answer.value = (error as Error).message;
    }
  };
  return (
    <form class="function" onSubmit={(event) => void ask(event)}>
      <div class="row">
        {names.map((name) => (
          <Field
            key={name}
            label={name}
            value={{
              get value() {
                return values.value[name] ?? '';
              },
              set value(text) {
                values.value = { ...values.value, [name]: text };
              },
            }}
          />
        ))}
        <button type="submit" disabled={names.some((name) => (values.value[name] ?? '') === '')}>
          Ask
        </button>
        <code>{path}</code>
      </div>
      {answer.value !== undefined && (
        <pre role="status">
          <ChainText text={answer.value} first={4000} />
        </pre>
      )}
    </form>
  );
}
