/** Writes docs/guides/tour.md from the exercises of the dashboard. */
import { type Call, commandText, curlText, DEFAULT_URL } from '../../src/dashboard/shell/call.js';
import type { Exercise, Sight } from '../../src/dashboard/views/tour/exercise.js';
import { EXERCISES } from '../../src/dashboard/views/tour/exercises.js';
import { freshStart } from '../../src/dashboard/views/tour/run_exercise.js';
import { guideLink } from './markdown.js';
import type { Page } from './page.js';

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;
const shell = (calls: readonly Call[]): string =>
  fenced('sh', calls.map((one) => commandText(one, DEFAULT_URL) ?? curlText(one)).join('\n'));

const sightBlocks = (sight: Sight, roles: Parameters<Sight['route']>[0]): readonly string[] => [
  sight.text,
  fenced('sh', `curl -s 'http://127.0.0.1:26657/${sight.route(roles)}'`),
  fenced('text', sight.shows(roles)),
];

/** Returns the ids that the faults of earlier calls have after a reset. */
const idsAfter = (calls: readonly Call[]): readonly string[] =>
  calls.filter(({ method }) => ['halley_addFault', 'halley_partition'].includes(method)).map((_, at) => `0x${at + 1}`);

function exerciseBlocks(exercise: Exercise, at: number): readonly string[] {
  const { roles, calls } = freshStart(exercise);
  const earlier: Call[] = [];
  const steps = exercise.steps.flatMap((step, index) => {
    const next = step.calls(roles, idsAfter(earlier));
    earlier.push(...next);
    return [`${index + 1}. ${step.title}:`, shell(next)];
  });
  const order = roles.proposers.map((node) => `validator ${node}`).join(', ');
  return [
    `## ${at + 1}. ${exercise.title}`,
    exercise.summary,
    `Begin at block 1, in mining mode \`step\`. Height ${roles.height} follows; its rounds are proposed by ${order}.`,
    shell(calls),
    `**Predict.** ${exercise.predict.question}`,
    `<details><summary>Answer</summary>\n\n${exercise.predict.answer}\n\n</details>`,
    ...steps,
    '**Look.**',
    ...exercise.look.flatMap((sight) => sightBlocks(sight, roles)),
    '**Why.**',
    exercise.why.map((line) => `- ${line}`).join('\n'),
  ];
}

export const tourPage: Page = {
  path: 'docs/guides/tour.md',
  title: 'A tour of consensus',
  blocks: () => [
    `The ${EXERCISES.length} exercises of this page show how CometBFT decides blocks, and what it does when something fails. The same tour is on the ${guideLink('dashboard')}, where each step has a button. "The paper" is [The latest gossip on BFT consensus](https://arxiv.org/abs/1807.04938).`,
    'Start a devnet in a terminal of its own, and enter the commands in a second one:',
    fenced('sh', 'npx halley-devnet'),
    `The answer of \`halley_step\` is the position of validator 0, and how many of the steps happened. \`npx halley-devnet network\` shows all validators at any time, \`npx halley-devnet watch\` the votes.`,
    ...EXERCISES.flatMap(exerciseBlocks),
    '## Afterwards',
    'A reset ends the fork, and sets the mining mode to what it was at the start:',
    shell([freshStart(EXERCISES[0] as Exercise).calls[0] as Call]),
    `More situations are in ${guideLink('scenarios')}; ${guideLink('faults')} has all faults.`,
  ],
};
