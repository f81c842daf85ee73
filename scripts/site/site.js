// What the pages can do with JavaScript: search, copy code, reach by keyboard what scrolls.
(() => {
  'use strict';
  const root = document.documentElement.dataset.root;

  /** The search of the site, loaded at its first use. */
  let searching;
  const search = () =>
    (searching ??= new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${root}search.js`;
      script.addEventListener('load', () => resolve(globalThis.trivetSearch));
      script.addEventListener('error', () => reject(new Error('search.js could not be loaded')));
      document.head.append(script);
    }));

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  const addSearch = (place) => {
    const input = element('input', {
      type: 'search',
      placeholder: 'Search, or ask: lock all prod workspaces',
      autocomplete: 'off',
      spellcheck: false,
    });
    const results = element('ul', { id: 'results', className: 'results', hidden: true });
    const said = element('p', { className: 'said' });
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-label': 'Search',
      'aria-autocomplete': 'list',
      'aria-controls': 'results',
      'aria-expanded': 'false',
      'aria-keyshortcuts': '/',
    }))
      input.setAttribute(name, value);
    results.setAttribute('role', 'listbox');
    results.setAttribute('aria-label', 'Results');
    said.setAttribute('role', 'status');
    place.append(input, results, said);

    let selected = -1;
    const select = (index) => {
      const options = [...results.children];
      selected = options.length === 0 ? -1 : (index + options.length) % options.length;
      options.forEach((option, at) => option.setAttribute('aria-selected', String(at === selected)));
      const option = options[selected];
      if (option === undefined) input.removeAttribute('aria-activedescendant');
      else {
        input.setAttribute('aria-activedescendant', option.id);
        option.scrollIntoView({ block: 'nearest' });
      }
    };
    const show = (open) => {
      results.hidden = !open;
      input.setAttribute('aria-expanded', String(open));
    };
    const optionOf = ({ title, lines, href, where }, index) => {
      const [line] = lines;
      const link = element('a', { href: root + href, tabIndex: -1 }, title);
      if (line !== undefined) link.append(element('code', {}, line));
      if (where !== title) link.append(element('small', {}, where));
      const option = element('li', { id: `result-${index}` }, link);
      option.setAttribute('role', 'option');
      return option;
    };
    const answer = async () => {
      const question = input.value.trim();
      const find = await search();
      // Something else was typed meanwhile.
      if (question !== input.value.trim()) return;
      const found = question === '' ? [] : (await find)(question, 8);
      results.replaceChildren(...found.map(optionOf));
      said.textContent =
        question === '' ? '' : found.length === 0 ? 'Nothing was found.' : `${found.length} results`;
      said.classList.toggle('nothing', question !== '' && found.length === 0);
      show(found.length > 0);
      select(0);
    };
    input.addEventListener('focus', () => void search());
    input.addEventListener('input', () => void answer());
    input.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        show(results.children.length > 0);
        select(selected + (event.key === 'ArrowDown' ? 1 : -1));
      } else if (event.key === 'Enter' && !results.hidden) {
        event.preventDefault();
        results.children[selected]?.querySelector('a')?.click();
        show(false);
      } else if (event.key === 'Escape' && !results.hidden) {
        // Once for the list; the browser empties the field at the second.
        event.preventDefault();
        show(false);
      }
    });
    place.addEventListener('focusout', (event) => {
      if (!place.contains(event.relatedTarget)) show(false);
    });
    // A click on a result must not close the list before it follows the link.
    results.addEventListener('mousedown', (event) => event.preventDefault());
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
  };

  /** Of a session only its commands, otherwise all. */
  const textOf = (figure) => {
    const commands = [...figure.querySelectorAll('.command')].map(({ textContent }) => textContent);
    return commands.length > 0 ? commands.join('\n') : (figure.querySelector('code')?.textContent ?? '');
  };

  const addCopy = (figure) => {
    const button = element('button', { type: 'button', className: 'copy' }, 'Copy');
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(textOf(figure));
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not allowed';
      }
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    figure.append(button);
  };

  for (const place of document.querySelectorAll('[data-search]')) addSearch(place);
  if (navigator.clipboard !== undefined)
    for (const figure of document.querySelectorAll('.code:not(.text, .help, .usage)')) addCopy(figure);

  /** What is wider than its place can be scrolled by keyboard in every browser. */
  const reachable = () => {
    for (const box of document.querySelectorAll('.scroll, .picture, .code pre')) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute('tabindex');
    }
  };
  reachable();
  addEventListener('resize', reachable);
})();
