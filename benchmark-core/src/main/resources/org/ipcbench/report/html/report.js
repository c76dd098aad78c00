// Points and small plots tell their exact figures, to the pointer and to the keyboard. Without this script, the browser
// shows the titles of points, and the tables hold every figure.
'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const NEAR_PIXELS = 40;
  const MARGIN_PIXELS = 12;

  const tip = document.createElement('div');
  tip.id = 'tip';
  tip.setAttribute('role', 'status');
  tip.hidden = true;
  document.body.append(tip);

  const show = (text, x, y) => {
    tip.textContent = text;
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const left = Math.min(x + MARGIN_PIXELS, innerWidth - box.width - MARGIN_PIXELS);
    const above = y - box.height - MARGIN_PIXELS;
    tip.style.left = Math.max(MARGIN_PIXELS, left) + 'px';
    tip.style.top = (above < 0 ? y + MARGIN_PIXELS : above) + 'px';
  };

  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };

  // Points: anything with a title of its own.
  let told = null;

  const leave = () => {
    tip.hidden = true;
    if (told) {
      told.classList.remove('here');
      const plot = told.closest('.some');
      if (plot) {
        plot.classList.remove('some');
        plot.querySelectorAll('.on').forEach((each) => each.classList.remove('on'));
      }
      told = null;
    }
    document.querySelectorAll('.cursor').forEach((each) => each.remove());
  };

  const tell = (point) => {
    if (point !== told) {
      leave();
      told = point;
      point.classList.add('here');
      const line = point.closest('.s');
      if (line) {
        line.closest('svg').classList.add('some');
        line.classList.add('on');
      }
    }
    show(point.dataset.told, ...centre(point));
  };

  const nearest = (points, x, y) => {
    let best = null;
    let least = Infinity;
    for (const point of points) {
      const [px, py] = centre(point);
      const distance = Math.hypot(px - x, py - y);
      if (distance < least) {
        least = distance;
        best = point;
      }
    }
    return least <= NEAR_PIXELS ? best : null;
  };

  const nameOf = (plot) => plot.closest('tr').querySelector('th[scope=row]').textContent;

  // One stop of the Tab key for each plot or table; arrow keys move within.
  const move = (stops, from, step) => {
    const to = stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(from) + step))];
    stops.forEach((stop) => { stop.tabIndex = stop === to ? 0 : -1; });
    to.focus();
  };

  const parts = (group) => [...group.querySelectorAll('.s, .row')].filter((part) => part.querySelector('[data-told]'));

  const arrows = (group, stops) => {
    group.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const jump = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const at = event.target;
      if (event.key === 'Escape') {
        leave();
      } else if (step && stops.includes(at)) {
        event.preventDefault();
        move(stops, at, step);
      } else if (jump && stops.includes(at)) {
        event.preventDefault();
        const all = parts(group);
        const next = all[all.indexOf(at.closest('.s, .row')) + jump];
        const target = next && stops.find((stop) => next.contains(stop));
        if (target) {
          move(stops, target, 0);
        }
      }
    });
  };

  for (const group of document.querySelectorAll('.lines > svg, .rank, .rows table')) {
    const points = [...group.querySelectorAll('title')].map((title) => {
      const point = title.parentElement;
      const row = point.closest('.row');
      point.dataset.told = (row ? nameOf(row) + '\n' : '') + title.textContent;
      point.setAttribute('role', 'img');
      point.setAttribute('aria-label', point.dataset.told.replaceAll('\n', ', '));
      point.addEventListener('focus', () => tell(point));
      point.addEventListener('blur', leave);
      title.remove();
      return point;
    });
    points.forEach((point, i) => { point.tabIndex = i === 0 ? 0 : -1; });
    arrows(group, points);
    const plots = group.matches('svg') ? [group] : group.querySelectorAll('.row');
    for (const plot of plots) {
      const own = points.filter((point) => plot.contains(point));
      if (own.length > 0) {
        const look = (event) => {
          const hit = own.includes(event.target) ? event.target : nearest(own, event.clientX, event.clientY);
          if (hit) { tell(hit); } else { leave(); }
        };
        plot.addEventListener('pointermove', look);
        plot.addEventListener('pointerdown', look);
        plot.addEventListener('pointerleave', leave);
      }
    }
  }

  // Small plots of many values at even distances: histograms, iterations.
  const number = (value) => value.toLocaleString('en', { maximumSignificantDigits: 3, useGrouping: false });

  const slotText = (plot, values, slot) => {
    const { low, decade, word, step, first = 0 } = plot.dataset;
    const name = nameOf(plot);
    if (word) {
      return `${name}\n${word} ${slot * step + 1}: ${values[slot]}`;
    }
    const at = Number(first) + slot;
    const edge = (place) => number(low * 10 ** (place / decade));
    return `${name}\n${edge(at)} to ${edge(at + 1)} µs: ${values[slot]} %`;
  };

  for (const table of document.querySelectorAll('.rows table')) {
    const plots = [...table.querySelectorAll('.row[data-told]')];
    plots.forEach((plot, place) => {
      const values = plot.dataset.told.split('|');
      const first = Number(plot.dataset.first || 0);
      const slots = Number(plot.dataset.slots);
      let slot = 0;
      const tellSlot = (wanted) => {
        leave();
        slot = Math.max(0, Math.min(values.length - 1, wanted));
        const box = plot.getBoundingClientRect();
        const share = (first + slot + 0.5) / slots;
        const cursor = document.createElementNS(SVG, 'line');
        cursor.setAttribute('class', 'cursor');
        cursor.setAttribute('x1', `${100 * share}%`);
        cursor.setAttribute('x2', `${100 * share}%`);
        cursor.setAttribute('y2', '100%');
        plot.append(cursor);
        const text = slotText(plot, values, slot);
        show(text, box.left + box.width * share, box.top);
      };
      const look = (event) => {
        const box = plot.getBoundingClientRect();
        tellSlot(Math.floor(slots * (event.clientX - box.left) / box.width) - first);
      };
      plot.setAttribute('role', 'img');
      plot.setAttribute('aria-label', nameOf(plot));
      plot.tabIndex = place === 0 ? 0 : -1;
      plot.addEventListener('pointermove', look);
      plot.addEventListener('pointerdown', look);
      plot.addEventListener('pointerleave', leave);
      plot.addEventListener('focus', () => tellSlot(slot));
      plot.addEventListener('blur', leave);
      plot.addEventListener('keydown', (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const jump = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (event.key === 'Escape') {
          leave();
        } else if (step) {
          event.preventDefault();
          tellSlot(slot + step);
        } else if (jump) {
          event.preventDefault();
          move(plots, plot, jump);
        }
      });
    });
  }

  // Paper has no summary to be opened.
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('.more:not([open])')];
    opened.forEach((each) => { each.open = true; });
  });
  addEventListener('afterprint', () => opened.forEach((each) => { each.open = false; }));
  document.documentElement.classList.add('scripted');
})();
