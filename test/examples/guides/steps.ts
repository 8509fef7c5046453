/**
 * Reads the blocks of a guide as steps. docs/guides/README.md says in a comment how authors mark blocks.
 */

export type Step =
  | { readonly type: 'file'; readonly line: number; readonly name: string; readonly text: string }
  | { readonly type: 'stop'; readonly line: number }
  /** Starts a devnet that runs until the next one, or until the guide ends. */
  | { readonly type: 'server'; readonly line: number; readonly text: string }
  | { readonly type: 'shell'; readonly line: number; readonly text: string; readonly expected: string[] }
  | { readonly type: 'program'; readonly line: number; text: string; readonly expected: string[] };

interface Block {
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Comments directly above. */
  readonly marks: readonly string[];
}

const PROGRAMS = ['ts', 'js'];
/** Matches a devnet in the foreground: no other subcommand, no operator of the shell. */
const SERVER =
  /^npx halley-devnet(?: start)?(?: (?!init|accounts|export|verify|watch|replay|trace|scenario|fixtures|network|testnet|clients|proxy|app\b)[^|&>;]*)?$/;
const NOT_RUN = /^not run: \S/;
const FILE = /^file: (\S+)$/;

/** Returns the steps of a guide, in order. Throws for a block that has an unknown mark or continues no program. */
export function stepsOf(markdown: string): readonly Step[] {
  const steps: Step[] = [];
  for (const { line, language, text, marks } of blocksOf(markdown)) {
    for (const mark of marks)
      if (mark !== 'stop' && !FILE.test(mark) && !NOT_RUN.test(mark))
        throw new Error(`line ${line}: unknown mark "${mark}"`);
    const file = marks.map((mark) => FILE.exec(mark)?.[1]).find((name) => name !== undefined);
    if (marks.includes('stop')) steps.push({ type: 'stop', line });
    if (marks.some((mark) => NOT_RUN.test(mark))) continue;
    if (file !== undefined) steps.push({ type: 'file', line, name: file, text });
    else if (language === 'sh') steps.push(shellStep(line, text));
    else if (PROGRAMS.includes(language)) addProgram(steps, line, text);
    else if (language === 'text') addExpected(steps, text);
    else throw new Error(`line ${line}: a block of "${language}" must be marked as a file or as not run`);
  }
  return steps;
}

function blocksOf(markdown: string): readonly Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const language = /^```(\w+)$/.exec(lines[at] ?? '')?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', at);
    if (end < 0) throw new Error(`line ${at + 1}: the block has no end`);
    blocks.push({
      line: at + 1,
      language,
      text: lines.slice(at + 1, end).join('\n'),
      marks: marksAbove(lines, at),
    });
    at = end;
  }
  return blocks;
}

function marksAbove(lines: readonly string[], at: number): readonly string[] {
  const mark = /^<!-- (.+) -->$/.exec(lines[at - 1] ?? '')?.[1];
  return mark === undefined ? [] : [mark, ...marksAbove(lines, at - 1)];
}

function shellStep(line: number, text: string): Step {
  if (SERVER.test(text)) return { type: 'server', line, text };
  return { type: 'shell', line, text, expected: [] };
}

/** Adds a program, or, for a block without an import, continues the program before it. */
function addProgram(steps: Step[], line: number, text: string): void {
  const last = steps.at(-1);
  if (/^import /m.test(text)) steps.push({ type: 'program', line, text, expected: [] });
  else if (last?.type === 'program') last.text += `\n${text}`;
  else throw new Error(`line ${line}: the block has no import and continues no program`);
}

/** Adds expected output to the step before it. A text that follows no step is a picture. */
function addExpected(steps: readonly Step[], text: string): void {
  const last = steps.at(-1);
  if (last?.type === 'shell' || last?.type === 'program') last.expected.push(text);
}

/** Returns a pattern of the whole output: the texts one after another, in which `…` stands for any text. */
export function outputPattern(expected: readonly string[]): RegExp {
  const escaped = expected.join('\n').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('…', '[^]*')}\\s*$`);
}
