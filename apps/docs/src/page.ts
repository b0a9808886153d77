/**
 * A page of Markdown as the tests see it: its code blocks, its links, and the anchors that others may link to.
 * The reading is CommonMark's own parser, so that a block is here what it is on the reader's screen.
 */
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

/** A fenced code block. */
export interface Block {
  /** The first word of the fence: `ts`, `text` … */
  readonly language: string;
  /** What follows it, which readers don't see: `file=server.ts`, `continue`, `serves`, `output`. */
  readonly marks: readonly string[];
  readonly text: string;
  /** The line of the fence, from 1. */
  readonly line: number;
}

/** A link or an image. */
export interface Link {
  readonly target: string;
  readonly line: number;
}

/** One page. */
export interface Page {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly blocks: readonly Block[];
  readonly links: readonly Link[];
  /** The anchors of its headings, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
}

/** Reads a page. */
export function readPage(path: string, text: string): Page {
  const tree = fromMarkdown(text);
  const blocks: Block[] = [];
  const links: Link[] = [];
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  visit(tree, (node) => {
    const line = node.position?.start.line ?? 0;
    if (node.type === 'code') {
      blocks.push({ language: node.lang ?? '', marks: node.meta?.split(/\s+/u) ?? [], text: node.value, line });
    } else if (node.type === 'heading') {
      anchors.add(slugger.slug(toString(node)));
    } else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      links.push({ target: node.url, line });
    }
  });
  return { path, blocks, links, anchors };
}

/** The value of a mark such as `file=server.ts`; undefined where the block has none. */
export function valueOf(block: Block, mark: string): string | undefined {
  return block.marks.find((one) => one.startsWith(`${mark}=`))?.slice(mark.length + 1);
}
