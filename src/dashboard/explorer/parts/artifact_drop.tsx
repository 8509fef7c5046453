/** Takes ABIs from files that are dropped on it or chosen in it, and from text that is pasted. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { about } from '../../shell/store.js';
import { addArtifact, artifacts, artifactsProblem, loadArtifacts } from '../abi/registry.js';
import { ChainText } from './chain_text.js';

/** Most files that are read at once. */
const MAX_FILES = 500;

interface Outcome {
  readonly added: readonly string[];
  readonly problems: readonly string[];
}

async function readFiles(files: readonly File[]): Promise<Outcome> {
  const added: string[] = [];
  const problems: string[] = [];
  for (const file of files.slice(0, MAX_FILES)) {
    try {
      added.push(addArtifact(file.name, await file.text()).contract);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (files.length > MAX_FILES) problems.push(`only the first ${MAX_FILES} of ${files.length} files were read`);
  return { added, problems };
}

interface Props {
  /** Receives an ABI that the reader has pasted. Without it none can be pasted. */
  readonly onPaste?: (artifact: ArtifactFile) => void;
}

export function ArtifactDrop({ onPaste }: Props): JSX.Element {
  const pasted = useSignal('');
  const outcome = useSignal<Outcome>({ added: [], problems: [] });
  const take = async (files: FileList | null | undefined): Promise<void> => {
    if (files) outcome.value = await readFiles([...files]);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void take(event.dataTransfer?.files);
  };
  const paste = (): void => {
    try {
      onPaste?.(addArtifact('pasted ABI', pasted.value));
      pasted.value = '';
      outcome.value = { added: ['the pasted ABI'], problems: [] };
    } catch (error) {
      outcome.value = { added: [], problems: [(error as Error).message] };
    }
  };
  return (
    <section class="panel drop" aria-label="ABIs" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <label>
        Drop artifacts of Hardhat or Foundry or an ABI here, or choose files:{' '}
        <input
          type="file"
          multiple
          accept=".json,application/json"
          onChange={(e) => void take(e.currentTarget.files)}
        />
      </label>
      {onPaste !== undefined && (
        <div class="field">
          <label for="pasted-abi">Or paste an ABI</label>
          <textarea
            id="pasted-abi"
            rows={3}
            value={pasted.value}
            onInput={({ currentTarget }) => (pasted.value = currentTarget.value)}
          />
          <button type="button" disabled={pasted.value.trim() === ''} onClick={paste}>
            Use this ABI
          </button>
        </div>
      )}
      <p role="status" class="quiet">
        {outcome.value.added.length > 0 && <ChainText text={`Added: ${outcome.value.added.join(', ')}. `} />}
        {artifacts.value.length} known {artifacts.value.length === 1 ? 'contract' : 'contracts'}.
      </p>
      {outcome.value.problems.slice(0, 10).map((problem) => (
        <p key={problem} class="problem">
          <ChainText text={problem} />
        </p>
      ))}
      {about.value?.artifacts !== undefined && (
        <p>
          Folder: <ChainText text={about.value.artifacts} />{' '}
          <button type="button" onClick={() => void loadArtifacts()}>
            Read again
          </button>
        </p>
      )}
      {artifactsProblem.value !== undefined && (
        <p class="problem">The page could not read the folder: {artifactsProblem.value}.</p>
      )}
    </section>
  );
}
