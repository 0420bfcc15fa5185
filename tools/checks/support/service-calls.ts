import ts from 'typescript';
import { serviceNames } from '../../stack/service-names.ts';
import { isTest, parse, textOf, typeScriptFiles } from './sources.ts';

/** One kind of call between services; ids in the path are `:id`. */
export interface ServiceCall {
  from: string;
  to: string;
  /** `POST /internal/claims/:id/renew`. */
  route: string;
}

const parsedFolders = new Map<string, ts.SourceFile[]>();

function parsed(folder: string): ts.SourceFile[] {
  const known = parsedFolders.get(folder);
  if (known) return known;
  const files = typeScriptFiles(`${folder}/src`).filter((file) => !isTest(file));
  const trees = files.map(parse);
  parsedFolders.set(folder, trees);
  return trees;
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** A path as Nest or a client writes it, with `:id` for each parameter. */
const pathOf = (node: ts.Node | undefined): string | undefined =>
  (node && ts.isIdentifier(node) ? constantNamed(node.text) : textOf(node))
    ?.replace(/\$\{[^}]*\}/g, ':id')
    .replace(/:\w+/g, ':id');

/** The value of `const NAME = '…'` at the top of any file read so far. */
function constantNamed(name: string): string | undefined {
  const declared = [...parsedFolders.values()]
    .flat()
    .flatMap(({ statements }) => statements.filter(ts.isVariableStatement))
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((declaration) => declaration.name.getText() === name);
  return textOf(declared?.initializer);
}

/** The arguments of a decorator; undefined if the node does not have it. */
function decoratorOf(node: ts.Node, name: string): string[] | undefined {
  const calls = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  for (const { expression } of calls)
    if (ts.isCallExpression(expression) && expression.expression.getText() === name)
      return expression.arguments.map((argument) => pathOf(argument) ?? argument.getText());
  return undefined;
}

const verbs = ['Get', 'Post', 'Patch', 'Delete', 'Put'];

/** The calls that `@Callers` allows in each service's controllers. */
export function allowedCalls(): ServiceCall[] {
  const calls: ServiceCall[] = [];
  for (const to of serviceNames.filter((name) => name !== 'gateway'))
    for (const file of parsed(`apps/${to}`))
      visit(file, (node) => {
        if (!ts.isClassDeclaration(node)) return;
        const [prefix = ''] = decoratorOf(node, 'Controller') ?? [];
        for (const member of node.members)
          for (const verb of verbs) {
            const below = decoratorOf(member, verb);
            if (!below) continue;
            const url = ['', prefix, below[0] ?? '']
              .join('/')
              .replace(/\/+/g, '/')
              .replace(/(.)\/$/, '$1');
            for (const from of decoratorOf(member, 'Callers') ?? decoratorOf(node, 'Callers') ?? [])
              calls.push({ from, to, route: `${verb.toUpperCase()} ${url}` });
          }
      });
  return calls;
}

/** Reads `client.post('token', '/internal/claims', …)`; undefined for other calls. Throws if the path is not literal. */
function postOf(node: ts.Node): Omit<ServiceCall, 'from'> | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  if (node.expression.name.text !== 'post') return undefined;
  const [to, url] = [textOf(node.arguments[0]), pathOf(node.arguments[1])];
  if (!serviceNames.some((name) => name === to)) return undefined;
  if (to === undefined || url === undefined) throw new Error(`no literal path in ${node.getText()}`);
  return { to, route: `POST ${url}` };
}

const mentions = (folder: string, name: string): boolean =>
  parsed(folder).some((file) => new RegExp(`\\b${name}\\b`).test(file.text));

/** The calls that services make through `InternalClient`, in their own code and in shared classes that they use. */
export function calledByCode(): ServiceCall[] {
  const own = serviceNames.flatMap((from) => postsIn(`apps/${from}`).map((call) => ({ from, ...call })));
  const shared = parsed('libs/service-kit').flatMap((file) => {
    const posts: Omit<ServiceCall, 'from'>[] = [];
    const classes: string[] = [];
    visit(file, (node) => {
      const post = postOf(node);
      if (post) posts.push(post);
      if (ts.isClassDeclaration(node) && node.name) classes.push(node.name.text);
    });
    const users = serviceNames.filter((from) => classes.some((name) => mentions(`apps/${from}`, name)));
    return posts.flatMap((post) => users.map((from) => ({ from, ...post })));
  });
  return [...own, ...shared];
}

function postsIn(folder: string): Omit<ServiceCall, 'from'>[] {
  const posts: Omit<ServiceCall, 'from'>[] = [];
  for (const file of parsed(folder))
    visit(file, (node) => {
      const post = postOf(node);
      if (post) posts.push(post);
    });
  return posts;
}
