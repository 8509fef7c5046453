/** Takes ABIs from files that are dropped on it or chosen in it. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { about } from '../../shell/store.js';
import { addArtifact, artifacts, artifactsProblem, loadArtifacts } from '../abi/registry.js';
import { ChainText } from './chain_text.js';

/** Limits the files that are read at once. */
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

export function ArtifactDrop(): JSX.Element {
  const outcome = useSignal<Outcome>({ added: [], problems: [] });
  const take = async (files: FileList | null | undefined): Promise<void> => {
    if (files) outcome.value = await readFiles([...files]);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void take(event.dataTransfer?.files);
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
