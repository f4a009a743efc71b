"use strict";

/* What is shown, of what the reader has chosen: in a view, through the filters, around a node. */
const sight = (() => {
  const VIEWS = {
    both: { node: () => true, edges: ["role"] },
    papers: { node: model.isPaper, edges: ["shares"] },
    entities: { node: (node) => !model.isPaper(node), edges: ["fact", "together"] },
  };

  const isFiltered = ({ off, roles, relations, group, since, until, least }) =>
    off.size + roles.size + relations.size + since + until + least > 0 || group !== null;

  /* Tests for papers, entities and edges that the filters let through. */
  const filters = (state) => {
    const { off, roles, relations, group, since, until, least } = state;
    const isNarrow = roles.size || group !== null || since || until;
    const lies = (paper) => {
      const { year } = model.texts[paper];
      if (group !== null && model.regionOf.get(paper) !== group) return false;
      return !(since || until) || (year !== null && year >= since && year <= (until || Infinity));
    };
    const counted = (edge) => !roles.has(edge.kind) && lies(edge.from);
    const papersOf = (node) => (isNarrow ? model.rolesOf(node).filter(counted).length : model.nodes[node].papers ?? 0);
    const isKept = (node) => model.isPaper(node) ? lies(node) : !(isNarrow || least) || papersOf(node) >= (least || 1);
    return {
      node: (node) => !off.has(model.nodes[node].group) && isKept(node),
      edge: (edge) => (model.group(edge) === "role" ? !roles.has(edge.kind) : !relations.has(edge.kind)),
    };
  };

  /* A node's neighbours are all shown, what one paper alone has only there or where it is asked for. */
  const neighbourhood = (state, filter) => {
    const view = VIEWS[state.view];
    const kinds = state.view === "both" ? ["role", "fact"] : view.edges;
    const isOpen = (edge, node, hop) => {
      const reaches = kinds.includes(model.group(edge)) && view.node(node) && (hop === 1 || state.all || model.isShared(node));
      const steps = hop === 1 && !view.node(state.node) && model.group(edge) === "role";
      return (reaches || steps) && filter.node(node) && filter.edge(edge);
    };
    return { ...walk.around(state.node, state.hops, isOpen), kinds: [...kinds, "role"] };
  };

  const ends = (edge) => [edge.from, edge.to];
  const withSayers = (edge) => [...ends(edge), ...(model.group(edge) === "fact" ? edge.says.map(([paper]) => paper) : [])];

  /* The nodes and edges to show; the groups of whose papers and members any are left; the path and its nodes where one is
     asked for; the neighbourhood with its places. */
  const of = (state) => {
    const filter = filters(state);
    const path = state.goal === null ? null : walk.path(state.node, state.goal);
    const chosen = new Set([
      ...(state.edge === null ? [state.node] : withSayers(model.edges[state.edge])), state.goal, ...(path ?? []).flatMap(ends),
    ].filter((node) => node !== null));
    const near = state.hops && !path ? neighbourhood(state, filter) : null;
    const whole = ({ id }) =>
      model.isPlaced(id) && VIEWS[state.view].node(id) && (state.all || model.isShared(id)) && filter.node(id);
    const nodes = near
      ? [...new Set([...near.found.keys(), ...chosen])]
      : model.nodes.filter((node) => whole(node) || (chosen.has(node.id) && model.isPlaced(node.id))).map(({ id }) => id);
    const shown = new Set(nodes);
    const kinds = near?.kinds ?? VIEWS[state.view].edges;
    const always = new Set([state.edge, ...(path ?? []).map(({ id }) => id)]);
    const joins = (edge) => shown.has(edge.from) && shown.has(edge.to) && edge.from !== edge.to;
    const edges = model.edges.filter((edge) =>
      always.has(edge.id) || (kinds.includes(model.group(edge)) && joins(edge) && filter.edge(edge)));
    const isLeft = ({ papers, members }) => papers.some(filter.node) && members.some((node) => shown.has(node));
    const regions = near ? [] : model.regions.filter(isLeft);
    return { nodes, edges, regions, path, chosen, near, places: near ? walk.rings(near.found) : null };
  };

  return { of, filters, isFiltered };
})();
