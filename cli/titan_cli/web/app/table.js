// made of site/app by npm run build; sources 6ec47e8df9b18ebf348cf2866a2c86e03b49eff70a72062422831e3ed5a22a41

// node_modules/preact/dist/preact.mjs
var n;
var t;
var r;
var u;
var i;
var f;
var o;
var e;
var l;
var c;
var a;
var s;
var h = /* @__PURE__ */ Symbol.for("pv");
var p = {};
var y = [];
var v = /^m(i|n|o|s|text|space)$/;
var w = Array.isArray;
var d = y.slice;
var _ = Object.assign;
function g(n2) {
  n2 && n2.parentNode && n2.remove();
}
function k(n2, t2, r2) {
  var u2, i2, f2, o2 = {}, e2 = arguments.length;
  for (f2 in t2) "key" == f2 ? u2 = t2[f2] : "ref" == f2 && "function" != typeof n2 ? i2 = t2[f2] : o2[f2] = t2[f2];
  return e2 > 2 && (o2.children = e2 > 3 ? d.call(arguments, 2) : r2), m(n2, o2, u2, i2, null);
}
function m(r2, u2, i2, f2, o2) {
  var e2 = { type: r2, props: u2, key: i2, ref: f2, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o2 || ++t, __i: -1, __u: 0 };
  return !o2 && n.vnode && n.vnode(e2), e2;
}
function $(n2) {
  return n2.children;
}
function x(n2, t2) {
  this.props = n2, this.context = t2, this.__g = 0;
}
function S(n2, t2) {
  if (null == t2) return n2.__ && S(n2.__, n2.__i + 1);
  for (var r2; t2 < n2.__k.length; t2++) if ((r2 = n2.__k[t2]) && r2.__e) return r2.__e;
  return "function" != typeof n2.type || n2.props.__P ? null : S(n2);
}
function C(t2) {
  var r2, u2 = t2.__v, i2 = u2.__e, f2 = [], o2 = [], e2 = t2.__P;
  e2 && ((r2 = _({ constructor: h }, u2)).__v = u2.__v + 1, n.vnode && n.vnode(r2), z(e2, r2, u2, t2.__n, e2.namespaceURI, 32 & u2.__u ? [i2] : null, f2, i2 || S(u2), 32 & u2.__u, o2), r2.__v = u2.__v, r2.__.__k[r2.__i] = r2, E(f2, r2, o2), u2.__ = u2.__e = null, r2.__e != i2 && j(r2));
}
function j(n2) {
  if ((n2 = n2.__) && n2.__c && !n2.props.__P) return n2.__e = null, n2.__k.some(function(t2) {
    return t2 && (n2.__e = t2.__e);
  }), j(n2);
}
function L(t2) {
  (8 & t2.__g || (t2.__g |= 8, u.push(t2), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
}
function H() {
  try {
    for (var n2, t2 = 1; u.length; ) u.length > t2 && u.sort(o), n2 = u.shift(), t2 = u.length, 8 & n2.__g && C(n2);
  } finally {
    (f = u.length) && (i || queueMicrotask)(H);
  }
}
function I(n2, t2, r2, u2, i2, f2, o2, e2, l2, c2, a2) {
  var s2, h2, v2, w2, d2, _2, g2 = u2.__k || y, k2 = t2.length;
  for (l2 = q(r2, t2, g2, l2, k2), s2 = 0; s2 < k2; s2++) null != (v2 = r2.__k[s2]) && (h2 = ~v2.__i && g2[v2.__i] || p, v2.__i = s2, _2 = z(n2, v2, h2, i2, f2, o2, e2, l2, c2, a2), w2 = v2.__e, (h2.ref != v2.ref || 8 & h2.__u) && (h2.ref && G(h2.ref, null, v2, h2), v2.ref && a2.push(v2.ref, v2.__c || w2, v2)), d2 = d2 || w2, 4 & v2.__u ? (l2 = A(v2, l2, n2, !h2.__v), h2.__e && (h2.__e = null)) : "function" == typeof v2.type && void 0 !== _2 ? l2 = _2 : w2 && (l2 = w2.nextSibling), v2.__u &= -21);
  return r2.__e = d2, l2;
}
function q(n2, t2, r2, u2, i2) {
  var f2, o2, e2, l2, c2, a2, s2, p2, y2, v2 = r2.length, d2 = v2, _2 = 0, g2 = 0, k2 = n2.__k = Array(i2);
  for (f2 = 0; f2 < i2; f2++) null != (o2 = t2[f2]) && "boolean" != typeof o2 && "function" != typeof o2 ? ("object" != typeof o2 || o2.constructor === String ? o2 = k2[f2] = m(null, o2) : w(o2) ? o2 = k2[f2] = m($, { children: o2 }) : o2.constructor === h && o2.__b ? o2 = k2[f2] = m(o2.type, o2.props, o2.key, o2.ref, o2.__v) : k2[f2] = o2, l2 = f2 + _2, o2.__ = n2, o2.__b = n2.__b + 1, e2 = null, ~(c2 = o2.__i = P(o2, r2, l2, d2)) && (d2--, (e2 = r2[c2]) && (e2.__u |= 2)), e2 && e2.__v ? (o2.__u |= 16, c2 == l2 - 1 ? _2-- : c2 == l2 + 1 ? _2++ : c2 != l2 && (c2 > l2 ? _2-- : _2++, g2 = 1)) : (~c2 || (i2 > v2 ? _2-- : i2 < v2 && _2++), "function" != typeof o2.type && (o2.__u |= 4))) : k2[f2] = null;
  if (g2) {
    for (a2 = [], s2 = [], f2 = 0; f2 < i2; f2++) if ((o2 = k2[f2]) && 16 & o2.__u) {
      for (_2 = 0, p2 = a2.length; _2 < p2; ) a2[y2 = _2 + p2 >> 1] < o2.__i ? _2 = y2 + 1 : p2 = y2;
      a2[_2] = o2.__i, s2[f2] = _2 + 1;
    }
    for (_2 = a2.length; f2--; ) s2[f2] && (s2[f2] == _2 ? _2-- : k2[f2].__u |= 4);
  }
  if (d2) for (f2 = 0; f2 < v2; f2++) !(e2 = r2[f2]) || 2 & e2.__u || (e2.__e == u2 && (u2 = S(e2)), J(e2, e2));
  return u2;
}
function A(n2, t2, r2, u2) {
  var i2, f2, o2, e2;
  if ("function" == typeof n2.type) {
    if (n2.props.__P) return t2;
    if (i2 = n2.__k) for (f2 = 0; f2 < i2.length; f2++) i2[f2] && (i2[f2].__ = n2, t2 = A(i2[f2], t2, r2, false));
    return t2;
  }
  for (t2 && !t2.parentNode && (t2 = S(n2)) && !t2.parentNode && (t2 = null), o2 = n2.__e, e2 = t2; e2 && 8 == e2.nodeType; ) e2 = e2.nextSibling;
  for (o2 != e2 && (!u2 && r2.moveBefore && o2.parentNode ? r2.moveBefore(o2, t2) : r2.insertBefore(o2, t2 || null)), t2 = o2; (t2 = t2 && t2.nextSibling) && 8 == t2.nodeType && !t2.data.startsWith("$s"); ) ;
  return t2;
}
function P(n2, t2, r2, u2) {
  var i2, f2 = n2.key, o2 = n2.type, e2 = t2[r2], l2 = e2 && !(2 & e2.__u);
  if (null === e2 && null == f2 || l2 && f2 == e2.key && o2 == e2.type) return r2;
  if (u2 > (l2 ? 1 : 0)) {
    for (i2 = r2 - 1; i2 >= 0; i2--) if ((e2 = t2[i2]) && !(2 & e2.__u) && f2 == e2.key && o2 == e2.type) return i2;
    for (i2 = r2 + 1; i2 < t2.length; i2++) if ((e2 = t2[i2]) && !(2 & e2.__u) && f2 == e2.key && o2 == e2.type) return i2;
  }
  return -1;
}
function T(n2, t2, r2) {
  null == r2 && (r2 = ""), "-" == t2[0] ? n2.setProperty(t2, r2) : n2[t2] = r2;
}
function N(n2, t2, r2, u2, i2) {
  var f2, o2;
  if ("style" == t2) if ("string" == typeof r2) n2.style.cssText = r2;
  else {
    if ("string" == typeof u2 && (n2.style.cssText = u2 = ""), u2) for (t2 in u2) r2 && t2 in r2 || T(n2.style, t2);
    if (r2) for (t2 in r2) u2 && r2[t2] == u2[t2] || T(n2.style, t2, r2[t2]);
  }
  else if ("o" == t2[0] && "n" == t2[1]) "function" != typeof r2 && (r2 = null), "function" != typeof u2 && (u2 = null), (n2.__e || (n2.__e = {}))[t2] = r2, r2 && u2 || (o2 = a[t2] || (a[t2] = V(t2)), (n2.__a || (n2.__a = {}))[t2] = c, f2 = t2 != (t2 = t2.replace(l, "$1")), (t2 = t2.slice(2))[0] < "a" && (t2 = t2.toLowerCase()), r2 ? n2.addEventListener(t2, o2, f2) : n2.removeEventListener(t2, o2, f2));
  else {
    if ("http://www.w3.org/2000/svg" == i2) t2 = t2.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
    else if ("width" != t2 && "height" != t2 && "href" != t2 && "list" != t2 && "form" != t2 && "tabIndex" != t2 && "download" != t2 && "rowSpan" != t2 && "colSpan" != t2 && "role" != t2 && "popover" != t2 && t2 in n2) try {
      return void (n2[t2] = null == r2 ? "" : r2);
    } catch (n3) {
    }
    if ("function" == typeof r2) return;
    null == r2 || false === r2 && "-" != t2[4] ? n2.removeAttribute(t2) : n2.setAttribute(t2, "popover" == t2 && 1 == r2 ? "" : r2);
  }
}
function V(t2) {
  return function(r2) {
    var u2 = this.__e;
    if (u2) {
      if (u2 = u2[t2], null == r2[e]) r2[e] = c++;
      else if (r2[e] < this.__a[t2]) return;
      return u2(n.event ? n.event(r2) : r2);
    }
  };
}
function z(t2, r2, u2, i2, f2, o2, e2, l2, c2, a2) {
  var s2, p2, v2, d2, k2, b, m2, M, C2, j2, L2, H2, q2, A2, O, P2, T2, N2, V2 = r2.type;
  if (r2.constructor !== h) return null;
  128 & u2.__u && (c2 = 32 & u2.__u, s2 = u2.__c.__z) && (r2.__u |= c2, p2 = o2 = [], 8 == s2.nodeType ? l2 = B(s2, o2) : o2.push(s2), l2 = o2[0] || l2), (s2 = n.__b) && s2(r2);
  n: if ("function" == typeof V2) {
    v2 = e2.length;
    try {
      if (M = r2.props, C2 = (s2 = V2.prototype) && s2.render, j2 = (s2 = V2.contextType) && i2[s2.__c], L2 = s2 ? j2 ? j2.props.value : s2.__ : i2, (d2 = u2.__c) ? (r2.__c = d2, 2 & d2.__g && (d2.__g |= 1)) : (C2 ? r2.__c = d2 = new V2(M, L2) : (r2.__c = d2 = new x(M, L2), d2.constructor = V2, d2.render = K), j2 && j2.sub(d2), d2.state || (d2.state = {}), d2.__n = i2, d2.__g |= 8, d2.__h = [], d2.__k = []), C2 && (d2.__s || (d2.__s = d2.state), V2.getDerivedStateFromProps && (d2.__s == d2.state && (d2.__s = _({}, d2.__s)), _(d2.__s, V2.getDerivedStateFromProps(M, d2.__s)))), k2 = d2.props, b = d2.state, d2.__v = r2, u2.__c) {
        if (M !== k2 && C2 && !V2.getDerivedStateFromProps && d2.componentWillReceiveProps && d2.componentWillReceiveProps(M, L2), r2.__v == u2.__v && !(8 & d2.__g) || !(4 & d2.__g) && d2.shouldComponentUpdate && false === d2.shouldComponentUpdate(M, d2.__s, L2)) {
          r2.__v != u2.__v && (d2.props = M, d2.state = d2.__s, d2.__g &= -9), r2.__e = u2.__e, r2.__k = u2.__k, r2.__k.some(function(n2) {
            n2 && (n2.__ = r2);
          }), y.push.apply(d2.__h, d2.__k), d2.__k = [], d2.__h.length && e2.push(d2), l2 = S(u2);
          break n;
        }
        d2.componentWillUpdate && d2.componentWillUpdate(M, d2.__s, L2), C2 && d2.componentDidUpdate && d2.__h.push(function() {
          d2.componentDidUpdate(k2, b, m2);
        });
      } else C2 && !V2.getDerivedStateFromProps && d2.componentWillMount && d2.componentWillMount(), C2 && d2.componentDidMount && d2.__h.push(d2.componentDidMount);
      d2.context = L2, d2.props = M, d2.__P = t2, d2.__g &= -5, H2 = n.__r, q2 = C2 ? 25 : 0;
      do {
        d2.__g &= -9, H2 && H2(r2), s2 = d2.render(d2.props, d2.state = d2.__s, d2.context);
      } while (8 & d2.__g && ++q2 < 25);
      C2 && (y.push.apply(d2.__h, d2.__k), d2.__k = []), d2.state = d2.__s, d2.getChildContext && (i2 = _({}, i2, d2.getChildContext())), C2 && u2.__c && d2.getSnapshotBeforeUpdate && (m2 = d2.getSnapshotBeforeUpdate(k2, b)), A2 = s2 && s2.type === $ && null == s2.key ? s2.props.children : s2, M.__P && (s2 = l2, f2 = (t2 = M.__P).namespaceURI, c2 = o2 = null, u2.props && u2.props.__P != t2 && (u2.__k.some(function(n2) {
        n2 && J(n2, n2);
      }), u2.__k = null), l2 = u2.__k ? S(u2, 0) : null), l2 = I(t2, w(A2) ? A2 : [A2], r2, u2, i2, f2, o2, e2, l2, c2, a2), M.__P && (r2.__e = null, l2 = s2), r2.__u &= -161, p2 && p2.some(g), d2.__h.length && e2.push(d2), 1 & d2.__g && (d2.__g &= -4);
    } catch (t3) {
      if (e2.length = v2, r2.__v = null, c2 || o2) if (t3 && t3.then) {
        if (r2.__u |= 128 | c2, o2) {
          for (~(T2 = o2.indexOf(l2 || void 0)) || (T2 = o2.length); (N2 = o2[T2 - 1]) && 8 == N2.nodeType; ) T2--;
          for (; T2 < o2.length; T2++) if (N2 = o2[T2]) if (o2[T2] = null, O) {
            if (N2 == P2) break;
          } else {
            if (8 != N2.nodeType) break;
            N2.data.startsWith("$s") && (P2 = B(O = N2));
          }
        }
        if (!O) {
          for (; l2 && 8 == l2.nodeType && l2.nextSibling; ) l2 = l2.nextSibling;
          O = l2;
        }
        (s2 = B(O = r2.__c.__z || (r2.__c.__z = O))) ? (r2.__e = O, l2 = s2) : r2.__e = l2, l2 = l2 && l2.nextSibling;
      } else o2 && o2.some(g);
      else r2.__e = u2.__e;
      r2.__k || (r2.__k = u2.__k || []), t3 && t3.then || D(r2), n.__e(t3, r2, u2);
    }
  } else l2 = r2.__e = F(u2.__e, r2, u2, i2, f2, o2, e2, c2, a2, t2);
  return (s2 = n.diffed) && s2(r2), l2;
}
function B(n2, t2) {
  if (n2 && 8 == n2.nodeType && n2.data.startsWith("$s")) for (var r2 = 1; n2 = n2.nextSibling; ) {
    if (8 == n2.nodeType) {
      if (n2.data.startsWith("$s")) r2++;
      else if (n2.data.startsWith("/$s") && !--r2) return n2;
    }
    t2 && t2.push(n2);
  }
}
function D(n2) {
  n2 && (n2.__c && (n2.__c.__g |= 4), n2.__k && n2.__k.some(D));
}
function E(t2, r2, u2) {
  for (var i2 = 0; i2 < u2.length; ) G(u2[i2++], u2[i2++], u2[i2++]);
  n.__c && n.__c(r2, t2), t2.some(function(r3) {
    try {
      t2 = r3.__h, r3.__h = [], t2.some(function(n2) {
        n2.call(r3);
      });
    } catch (t3) {
      n.__e(t3, r3.__v);
    }
  });
}
function F(t2, r2, u2, i2, f2, o2, e2, l2, c2, a2) {
  var s2, h2, y2, _2, k2, b, m2, M, $2 = u2.props || p, x2 = r2.props, C2 = r2.type;
  if ("svg" == C2 ? f2 = "http://www.w3.org/2000/svg" : "math" == C2 ? f2 = "http://www.w3.org/1998/Math/MathML" : f2 || (f2 = "http://www.w3.org/1999/xhtml"), o2) {
    for (s2 = 0; s2 < o2.length; s2++) if ((k2 = o2[s2]) && (C2 ? k2.localName == C2 : 3 == k2.nodeType)) {
      t2 = k2, o2[s2] = null;
      break;
    }
  }
  if (!t2) {
    if (M = a2.ownerDocument || document, !C2) return M.createTextNode(x2);
    t2 = M.createElementNS(f2, C2, x2.is ? x2 : a2), l2 && (n.__m && n.__m(r2, o2), l2 = false), o2 = null;
  }
  if (C2) {
    if (a2 = "template" == C2 && t2.content || t2, o2 = "textarea" == C2 && null != x2.defaultValue ? null : o2 && d.call(a2.childNodes), !l2 && o2) for ($2 = {}, s2 = 0; s2 < t2.attributes.length; s2++) $2[(k2 = t2.attributes[s2]).name] = k2.value;
    for (s2 in $2) k2 = $2[s2], "dangerouslySetInnerHTML" == s2 ? y2 = k2 : "children" == s2 || s2 in x2 || "value" == s2 && "defaultValue" in x2 || "checked" == s2 && "defaultChecked" in x2 || N(t2, s2, null, k2, f2);
    for (s2 in x2) k2 = x2[s2], "children" == s2 ? _2 = k2 : "dangerouslySetInnerHTML" == s2 ? h2 = k2 : "value" == s2 ? b = k2 : "checked" == s2 ? m2 = k2 : l2 && "function" != typeof k2 || $2[s2] === k2 || N(t2, s2, k2, $2[s2], f2);
    h2 ? (l2 || y2 && (h2.__html == y2.__html || h2.__html == t2.innerHTML) || (t2.innerHTML = h2.__html), r2.__k = []) : (y2 && (t2.textContent = ""), ("foreignObject" == C2 || "http://www.w3.org/1998/Math/MathML" == f2 && v.test(C2)) && (f2 = "http://www.w3.org/1999/xhtml"), I(a2, w(_2) ? _2 : [_2], r2, u2, i2, f2, o2, e2, o2 ? o2[0] : u2.__k && S(u2, 0), l2, c2), o2 && o2.some(g)), l2 && "textarea" != C2 || (s2 = "value", "progress" == C2 && null == b ? t2.removeAttribute(s2) : null == b || b === t2[s2] && ("progress" != C2 || b) || N(t2, s2, b, $2[s2], f2), s2 = "checked", null != m2 && m2 != t2[s2] && N(t2, s2, m2, $2[s2], f2));
  } else $2 === x2 || l2 && t2.data == x2 || (t2.data = x2);
  return t2;
}
function G(t2, r2, u2, i2) {
  try {
    "function" == typeof t2 ? r2 ? r2.__x = t2(r2) || 1 : i2 && (i2 = i2.__c || i2.__e) && (r2 = i2.__x) && (i2.__x = null, "function" == typeof r2 ? r2() : t2(null)) : t2.current = r2;
  } catch (t3) {
    n.__e(t3, u2);
  }
}
function J(t2, r2, u2) {
  var i2, f2, o2, e2;
  if (n.unmount && n.unmount(t2), !(i2 = t2.ref) || i2.current && i2.current != t2.__e || G(i2, null, r2, t2), i2 = t2.__c) {
    if (i2.componentWillUnmount) try {
      i2.componentWillUnmount();
    } catch (t3) {
      n.__e(t3, r2);
    }
    i2.__P = i2.__n = null;
  }
  if (i2 = t2.__k) for (e2 = 0; e2 < i2.length; e2++) i2[e2] && J(i2[e2], r2, "function" != typeof t2.type || u2 && !t2.props.__P);
  !u2 && (i2 = t2.__c) && (i2 = i2.__z) && (f2 = B(i2, o2 = [])) && (i2 == t2.__e && o2.some(g), g(f2), g(i2)), u2 || g(t2.__e), t2.__e = t2.__c = t2.__ = null;
}
function K(n2, t2, r2) {
  return this.constructor(n2, r2);
}
function Q(t2, r2) {
  var u2, i2, f2, o2;
  n.__ && n.__(t2, r2), 9 == r2.nodeType && (r2 = r2.documentElement), i2 = (u2 = t2 && 32 & t2.__u) ? null : r2.__k, r2.__k = m($, { children: [t2] }), f2 = [], o2 = [], z(r2, r2.__k, i2 || p, p, r2.namespaceURI, i2 ? null : r2.firstChild ? d.call(r2.childNodes) : null, f2, i2 ? i2.__e : r2.firstChild, u2, o2), E(f2, r2.__k, o2), r2.__k.props.children = null;
}
n = { __e: function(n2, t2, r2, u2) {
  for (var i2, o2, e2; t2 = t2.__; ) if ((i2 = t2.__c) && !(1 & i2.__g)) {
    i2.__g |= 4;
    try {
      if ((e2 = (o2 = i2.constructor) && o2.getDerivedStateFromError) && i2.setState(o2.getDerivedStateFromError(n2)), i2.componentDidCatch && (i2.componentDidCatch(n2, u2 || {}), e2 = 1), e2 && 8 & i2.__g) return void (i2.__g |= 2);
    } catch (t3) {
      n2 = t3;
    }
  }
  throw f = 0, n2;
} }, t = 0, r = function(n2) {
  return null != n2 && n2.constructor === h;
}, x.prototype.setState = function(n2, t2) {
  var r2 = this.__s;
  r2 && r2 != this.state || (r2 = this.__s = _({}, this.state)), "function" == typeof n2 && (n2 = n2(_({}, r2), this.props)), n2 && (_(r2, n2), this.__v && (t2 && this.__k.push(t2), L(this)));
}, x.prototype.forceUpdate = function(n2) {
  this.__v && (this.__g |= 4, n2 && this.__h.push(n2), L(this));
}, x.prototype.render = $, u = [], f = 0, o = function(n2, t2) {
  return n2.__v.__b - t2.__v.__b;
}, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

// app/dom.js
var SVG = "http://www.w3.org/2000/svg";
var byId = (id) => (
  /** @type {ReturnType<typeof byId<typeof id>>} */
  document.getElementById(id)
);
var all = (selector, root = document) => [...root.querySelectorAll(
  /** @type {"div"} */
  selector
)];
var paint = (id, ...views) => Q(views, byId(id));
function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== void 0) made.setAttribute(name, String(value));
  made.append(.../** @type {(Node | string)[]} */
  children);
  return made;
}
function put(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
var valueTo = (change2) => ({ currentTarget }) => change2(
  /** @type {HTMLInputElement} */
  currentTarget.value
);
var button = (words4, click, more2) => k("button", { type: "button", onClick: click, ...more2 }, words4);
var toggle = (words4, on, click, more2) => button(words4, click, { "aria-pressed": String(on), ...more2 });
var group = (label, views, more2) => k("div", { role: "group", "aria-label": label, ...more2 }, views);
var labelled = (words4, control) => k("label", { class: "field" }, k("span", {}, words4), control);
var choice = (words4, options, chosen, change2, more2) => labelled(
  words4,
  k("select", { value: String(chosen), onChange: valueTo(change2), ...more2 }, options.map((option) => {
    const [value, said] = typeof option === "object" ? option : [option, option];
    return k("option", { value: String(value), key: value }, said);
  }))
);
var count = (words4, value, least, change2) => labelled(words4, k("input", {
  type: "number",
  min: least,
  step: 1,
  onChange: valueTo((typed) => change2(Math.max(least, Math.round(Number(typed)) || 0))),
  ref: (field) => {
    if (field && document.activeElement !== field) field.value = String(value ?? least);
  }
}));
var folded = (summary, views, more2) => k("details", { ...more2 }, k("summary", {}, summary), views);
var list = (items, more2) => k("ul", { ...more2 }, items.map((item) => k("li", {}, item)));
var faint = (words4) => k("p", { class: "faint" }, words4);
var row = (...views) => k("div", { class: "row" }, views);
var copyOf = (templateId) => (
  /** @type {SVGSVGElement} */
  document.importNode(
    /** @type {HTMLTemplateElement} */
    byId(templateId).content,
    true
  ).firstElementChild
);
function counted(names) {
  const tally = /* @__PURE__ */ new Map();
  for (const name of names) tally.set(name, (tally.get(name) || 0) + 1);
  return [...tally].map(([name, many]) => many > 1 ? `${name} ×${many}` : name).join(", ");
}
function sentenceOf(text) {
  const said = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
function announce(words4) {
  const live = byId("live");
  live.textContent = live.textContent === words4 ? `${words4} ` : words4;
}
var still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
var narrow = () => matchMedia("(max-width: 699px), (max-height: 520px)").matches;
function saveAs(name, text, type) {
  const address = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1e4);
}

// app/facts.js
var isBattle = (facts) => facts.B !== void 0;
var playersIn = (facts) => under(facts, "P/");
var legionsIn = (facts) => under(facts, "L/");
var under = (facts, head) => Object.entries(facts).filter(([key]) => key.startsWith(head)).map(([key, fact]) => [key.slice(2), fact]);
var PHASES = { maneuver: "Maneuver Phase", strike: "Strike Phase", strikeback: "Strike Phase" };
var MOVED = 1;
var STRUCK = 2;
var other = (role) => role === "attacker" ? "defender" : "attacker";
var capital = (word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
var numbersOf = ({ numbers }, names) => names.map((name) => numbers.get(name ?? "")).filter((one) => one !== void 0);
function combatants({ data, numbers, titan }, side) {
  const rows = [];
  for (const { name, hex, hits = 0, moved, struck } of side.characters) {
    const index = numbers.get(name);
    if (index === void 0) continue;
    const power = name === "Titan" ? titan(side) : data.characters[index][1];
    rows.push([index, hex && data.hexes[hex] ? hex : "", power, hits, (moved ? MOVED : 0) | (struck ? STRUCK : 0)]);
  }
  return rows;
}
function battleFacts(box, battle, land) {
  const { attacker, defender, terrain, turn = 2, side = "attacker", phase = "strike" } = battle;
  const acting = phase === "strikeback" ? other(side) : side;
  const says = `The ${side}'s ${PHASES[phase]}: ${battle[acting].player} ${acting === side ? "acts" : "strikes back"}`;
  const sideFact = (held) => [combatants(box, held), numbersOf(box, held.slain || []), held.score || 0];
  return {
    B: [terrain, land, attacker.player, attacker.legion, defender.player, defender.legion, attacker.entry_side || ""],
    b: [turn, acting, says, phase],
    A: sideFact(attacker),
    D: sideFact(defender)
  };
}
function gameFacts(box, { active, turn = 1, phase = "setup", roll, engagement, players = [] }) {
  const facts = { t: turn, p: phase, w: `${active ? `${active}'s ` : ""}${capital(phase)} Phase` };
  if (active) facts.a = active;
  if (roll) facts.r = roll;
  if (engagement) facts.e = engagement.land;
  for (const player of players) {
    facts[`P/${player.color}`] = [player.score || 0, box.titan(player), player.out ? 1 : 0, (player.markers || []).length, player.name || ""];
    for (const { legion, land, characters, revealed = [], height, moved, entry_side } of player.legions || []) {
      const known = numbersOf(box, characters || revealed);
      facts[`L/${legion}`] = [player.color, land, characters ? characters.length : height || 0, moved ? MOVED : 0, known, entry_side || ""];
    }
  }
  return facts;
}
function factsOfDocument(data, document2) {
  const numbers = new Map(data.characters.map(([name], i2) => [name, i2]));
  const [power, step] = data.titan;
  const box = { data, numbers, titan: ({ score = 0 }) => power + Math.floor(score / step) };
  if (document2.kind === "battle") {
    const facts2 = battleFacts(box, document2, null);
    return { p: "battle", w: facts2.b[2], ...facts2 };
  }
  const facts = gameFacts(box, document2);
  return document2.battle ? { ...facts, ...battleFacts(box, document2.battle, document2.engagement?.land ?? null) } : facts;
}

// app/gestures.js
var FAR = 8;
var TOUCH = 26;
var LEGION = 27;
var NEAREST = 5;
var [LEGIBLE, NEAR] = [0.56, 0.85];
var ROOM = 70;
var ENDS = (
  /** @type {const} */
  ["pointerup", "pointercancel"]
);
function follow(event, move, end) {
  const far = (now) => Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY);
  const moved = (now) => move(now, far(now));
  const ended = (now) => {
    if (end(now) === false) return;
    removeEventListener("pointermove", moved);
    for (const kind of ENDS) removeEventListener(kind, ended);
  };
  addEventListener("pointermove", moved);
  for (const kind of ENDS) addEventListener(kind, ended);
}
function ghostOf(drawing) {
  const made = document.createElement("div");
  made.className = "ghost";
  made.setAttribute("aria-hidden", "true");
  made.append(drawing);
  document.body.append(made);
  return { made, to: (now) => made.style.setProperty("transform", `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -50%)`) };
}
function dragged(event, drawing, drop) {
  let ghost = null;
  follow(event, (now, far) => {
    if (far < FAR && !ghost) return;
    if (!ghost) {
      const copy = (
        /** @type {SVGElement} */
        drawing.cloneNode(true)
      );
      copy.setAttribute("width", String(drawing.getBoundingClientRect().width));
      ghost = ghostOf(copy);
    }
    ghost.to(now);
  }, (now) => {
    ghost?.made.remove();
    if (ghost && now.type === "pointerup") drop(document.elementFromPoint(now.clientX, now.clientY));
  });
}
var Gestures = class {
  /** @param {Board} board whose host, map and events these are */
  constructor(board) {
    this.board = board;
    this.fingers = /* @__PURE__ */ new Map();
    this.tracking = null;
    this.pinching = null;
    this.zoom = null;
    this.home = [0, 0, 1, 1];
    const { host } = board;
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    for (const control of all("[data-zoom]")) control.addEventListener("click", () => this.zoomBy(Number(control.dataset.zoom)));
    for (
      const kind of
      /** @type {const} */
      ["pointerover", "focusin"]
    ) host.addEventListener(kind, (event) => this.board.look(this.board.of(event.target)));
  }
  get map() {
    return this.board.map;
  }
  // Pixels of a unit of the map.
  get unit() {
    const { clientWidth, clientHeight } = this.board.host;
    const [, , w2, h2] = this.home;
    return Math.min(clientWidth / w2, clientHeight / h2) * (this.zoom?.k ?? 1) || 1;
  }
  // Another map is shown: it is seen whole.
  begin() {
    this.home = (this.map.getAttribute("viewBox") || "").split(" ").map(Number);
    this.setZoom(null);
  }
  /** @param {PointerEvent} event */
  press(event) {
    if (event.button) return;
    const hold = (now) => this.fingers.set(now.pointerId, [now.clientX, now.clientY]);
    hold(event);
    if (this.fingers.size === 2) this.startPinch();
    if (this.tracking) return;
    const begun2 = { x: event.clientX, y: event.clientY, place: this.board.of(event.target), ghost: null, panned: false };
    this.tracking = begun2;
    follow(event, (now, far) => {
      hold(now);
      if (this.pinching) this.pinch();
      else if (far >= FAR || begun2.ghost || begun2.panned) this.drag(now, begun2);
    }, (now) => {
      this.fingers.delete(now.pointerId);
      if (this.fingers.size) return false;
      this.tracking = null;
      this.release(now, begun2);
      return true;
    });
  }
  /** @type {(now: PointerEvent, begun: Press) => void} */
  drag(now, begun2) {
    const piece = begun2.place && this.pieceAt(begun2.place);
    if (piece && !begun2.panned) {
      begun2.ghost ||= this.ghost(piece);
      begun2.ghost.to(now);
    } else if (this.zoom) {
      this.pan(now.clientX - begun2.x, now.clientY - begun2.y, begun2);
      begun2.panned = true;
    }
  }
  /** @type {(now: PointerEvent, begun: Press) => void} */
  release(now, { place, ghost, panned }) {
    const pinched = this.pinching;
    this.pinching = null;
    ghost?.made.remove();
    if (pinched || panned || now.type === "pointercancel") return;
    if (ghost) this.board.send("drop", { from: place, to: this.board.of(document.elementFromPoint(now.clientX, now.clientY)) });
    else if (place) {
      this.board.setFocus(place.key, false);
      this.board.send("touch", { place });
    }
  }
  /** @type {(place: Place) => SVGElement | null} */
  pieceAt({ key, legion }) {
    if (legion) return this.map.querySelector(`.pieces [data-legion="${legion}"]`);
    return this.map.querySelector(`.pieces [data-off="${key}"], .pieces [data-character][data-at="${key}"]`);
  }
  /** @type {(piece: SVGElement) => Ghost} */
  ghost(piece) {
    const box = piece.getBoundingClientRect();
    const copy = (
      /** @type {SVGElement} */
      piece.cloneNode(true)
    );
    const inner = svg("svg", { viewBox: "-62 -56 124 112", width: box.width * 1.08, height: box.height * 1.08 });
    copy.removeAttribute("transform");
    inner.append(copy);
    return ghostOf(inner);
  }
  // --- how near
  /** @param {Zoom | null} zoom */
  setZoom(zoom) {
    this.zoom = zoom && zoom.k > 1.01 ? zoom : null;
    const [x2, y2, w2, h2] = this.home;
    const { host } = this.board;
    let seen2 = this.home;
    if (this.zoom) {
      const { k: k2 } = this.zoom;
      this.zoom.x = Math.min(Math.max(this.zoom.x, x2), x2 + w2 - w2 / k2);
      this.zoom.y = Math.min(Math.max(this.zoom.y, y2), y2 + h2 - h2 / k2);
      const [wide, high] = [Math.min(w2, host.clientWidth / this.unit), Math.min(h2, host.clientHeight / this.unit)];
      const within = (at2, least, whole, part, own) => Math.min(Math.max(at2 + (own - part) / 2, least), least + whole - part);
      seen2 = [within(this.zoom.x, x2, w2, wide, w2 / k2), within(this.zoom.y, y2, h2, high, h2 / k2), wide, high];
    }
    for (const one of [this.map, this.map.ground]) one.setAttribute("viewBox", seen2.join(" "));
    host.classList.toggle("zoomed", this.zoom !== null);
    this.board.resized();
  }
  // How near Legions can be chosen with a finger.
  get touchable() {
    const scale = this.unit / (this.zoom?.k ?? 1);
    return Math.min(Math.max(TOUCH / (LEGION * scale), 1), NEAREST);
  }
  // So near that these places can be touched: as many of them as are seen at once.
  /** @param {Point[]} places */
  nearTo(places) {
    const k2 = this.touchable;
    if (k2 <= 1 || !places.length) return;
    const [, , w2, h2] = this.home;
    const seen2 = ([x2, y2]) => places.filter(([px, py]) => Math.abs(px - x2) < w2 / k2 / 2 - ROOM / 2 && Math.abs(py - y2) < h2 / k2 / 2 - ROOM / 2);
    const best = places.reduce((one, two) => seen2(two).length > seen2(one).length ? two : one);
    const inside = seen2(best);
    const middle = (i2) => (Math.min(...inside.map((place) => place[i2])) + Math.max(...inside.map((place) => place[i2]))) / 2;
    this.setZoom({ k: k2, x: middle(0) - w2 / k2 / 2, y: middle(1) - h2 / k2 / 2 });
  }
  // So far that all of these places are seen.
  /** @param {Point[]} places */
  seeAll(places) {
    if (!this.zoom || places.length < 2) return;
    const [, , w2, h2] = this.home;
    const low = (i2) => Math.min(...places.map((place) => place[i2])) - ROOM;
    const high = (i2) => Math.max(...places.map((place) => place[i2])) + ROOM;
    const k2 = Math.min(this.zoom.k, w2 / (high(0) - low(0)), h2 / (high(1) - low(1)));
    this.setZoom({ k: k2, x: (low(0) + high(0)) / 2 - w2 / k2 / 2, y: (low(1) + high(1)) / 2 - h2 / k2 / 2 });
  }
  // As near as all of these places are seen, but no nearer than is needed to read well; far where all is legible.
  // core: those that one acts with: if the others would make it too small to read, only these are seen.
  /** @type {(places: Point[], room: number, core?: Point[]) => void} */
  frame(places, room, core = places) {
    const { clientWidth, clientHeight } = this.board.host;
    const whole = this.unit / (this.zoom?.k ?? 1);
    if (whole >= LEGIBLE || !places.length) {
      this.setZoom(null);
      return;
    }
    const [, , w2, h2] = this.home;
    const ends = [0, 1].map((i2) => [Math.min(...places.map((place) => place[i2])) - room, Math.max(...places.map((place) => place[i2])) + room]);
    const [wide, high] = ends.map(([low, top]) => whole * (top - low));
    const k2 = Math.max(1, Math.min(NEAR / whole, clientWidth / wide, clientHeight / high, NEAREST));
    if (k2 * whole < LEGIBLE && core.length && core.length < places.length) {
      this.frame(core, room);
      return;
    }
    this.setZoom({ k: k2, x: (ends[0][0] + ends[0][1]) / 2 - w2 / k2 / 2, y: (ends[1][0] + ends[1][1]) / 2 - h2 / k2 / 2 });
  }
  /** @type {(clientX: number, clientY: number) => DOMPoint} */
  point(clientX, clientY) {
    const matrix = this.map.getScreenCTM()?.inverse();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix);
  }
  /** @type {(factor: number, clientX?: number, clientY?: number) => void} */
  zoomBy(factor, clientX, clientY) {
    const [x2, y2, w2, h2] = this.home;
    const before = this.zoom || { x: x2, y: y2, k: 1 };
    const k2 = Math.min(Math.max(before.k * factor, 1), NEAREST);
    const at2 = clientX === void 0 || clientY === void 0 ? { x: before.x + w2 / before.k / 2, y: before.y + h2 / before.k / 2 } : this.point(clientX, clientY);
    const fx = (at2.x - before.x) / (w2 / before.k);
    const fy = (at2.y - before.y) / (h2 / before.k);
    this.setZoom({ k: k2, x: at2.x - fx * w2 / k2, y: at2.y - fy * h2 / k2 });
  }
  /** @param {WheelEvent} event */
  wheel(event) {
    if (this.board.view !== "board" && !event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }
  /** @type {(dx: number, dy: number, begun: Press) => void} */
  pan(dx, dy, begun2) {
    if (!this.zoom) return;
    begun2.from ||= { ...this.zoom };
    this.setZoom({ k: begun2.from.k, x: begun2.from.x - dx / this.unit, y: begun2.from.y - dy / this.unit });
  }
  startPinch() {
    this.tracking?.ghost?.made.remove();
    const [one, two] = [...this.fingers.values()];
    this.pinching = { far: Math.hypot(one[0] - two[0], one[1] - two[1]) || 1 };
  }
  pinch() {
    const [one, two] = [...this.fingers.values()];
    if (!two || !this.pinching) return;
    const far = Math.hypot(one[0] - two[0], one[1] - two[1]) || 1;
    this.zoomBy(far / this.pinching.far, (one[0] + two[0]) / 2, (one[1] + two[1]) / 2);
    this.pinching.far = far;
  }
};

// app/pieces.js
var STATES = [[4, "slain"], [1, "moved"], [2, "struck"]];
var WAITING = 0.62;
var GAP = 13;
var NAME = 19;
var NAME_ROOM = 190;
var STATE_ROOM = 130;
var ROLES = ["attacker", "defender"];
var SIDES = (
  /** @type {const} */
  { attacker: "A", defender: "D" }
);
var offKey = (role, name) => `${role}:${name}`;
function colorsOf(data, player, marker) {
  const own = data.colors[player];
  if (own) return own;
  const color = Object.keys(data.letters).find((one) => data.letters[one].includes(marker));
  return data.colors[color || ""] || ["#555555", "#ffffff"];
}
function drawnOnce(name, draw2) {
  const id = `piece-${name.replace(/[^\w-]/g, "_")}`;
  if (!document.getElementById(id)) {
    const made = draw2();
    made.setAttribute("id", id);
    document.querySelector("svg.drawings")?.append(svg("defs", {}, made));
  }
  return id;
}
function blank(selector) {
  const original = byId("blanks").content.querySelector(selector);
  if (!original) return null;
  const made = document.importNode(original, true);
  return { made, part: (name) => (
    /** @type {Element} */
    made.querySelector(`[data-part=${name}]`)
  ) };
}
var movedTo = (drawing) => (drawing.getAttribute("transform")?.match(/-?[\d.]+/g) || []).map(Number);
function counterOf(data, index, role, colors, { power, hits = 0, marks = 0, least = 0 }) {
  const [name, printed] = data.characters[index];
  const shown3 = power ?? printed;
  const states = STATES.filter(([bit]) => marks & bit).map(([, words4]) => words4);
  const draw2 = () => {
    const { made, part } = shown3 > 9 && blank(`#counter-${index}-wide`) || /** @type {NonNullable<ReturnType<typeof blank>>} */
    blank(`#counter-${index}`);
    const shape = data.shapes[role];
    for (const which of ["body", "shadow"]) part(which).setAttribute("rx", shape.rx);
    part("body").setAttribute("stroke", colors[0]);
    part("band").setAttribute("d", shape.d);
    part("band").setAttribute("fill", colors[0]);
    part("name").setAttribute("fill", colors[1]);
    if (least > NAME) part("name").setAttribute("font-size", String(Math.min(least, NAME_ROOM / name.length)));
    part("power").textContent = String(shown3);
    if (!(marks & 4)) {
      part("body").setAttribute("fill", "#ffffff");
      part("cross").remove();
    }
    const told = marks & 4 ? states[0] : states.join(", ");
    part("state").textContent = told;
    part("state").setAttribute("font-size", String(Math.min(16, STATE_ROOM / told.length)));
    const number = part("hits").querySelector("text");
    if (hits && number) number.textContent = String(hits);
    else part("hits").remove();
    return made;
  };
  const key = `${index}-${role}-${colors[0]}-${shown3}-${hits}-${marks}${least > NAME ? `-${Math.round(least)}` : ""}`;
  return { drawing: drawnOnce(key, draw2), attributes: { "data-character": name, "data-hits": hits, "data-side": role }, states };
}
var homeOf = (map, key) => map.places.get(String(key)) || layerOf(map, "pieces");
var layerOf = (map, what) => (
  /** @type {SVGGElement} */
  map.querySelector(`.${what}`)
);
var Pieces = class {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.map = /** @type {BoardMap} */
    svg("svg", {});
    this.stood = /* @__PURE__ */ new Map();
    this.corners = /* @__PURE__ */ new Map();
    this.least = 0;
  }
  // Puts the pieces of a position onto a map, those that stand there already stay; place → who stands there, in words.
  // least: the size of the smallest letters.
  /** @type {(map: BoardMap, facts: Facts, view: "battle" | "board", least?: number) => Map<string, string>} */
  show(map, facts, view, least = 0) {
    this.map = map;
    this.least = least;
    this.stood = map.standing;
    map.standing = /* @__PURE__ */ new Map();
    const here = view === "battle" && isBattle(facts) ? this.battle(facts) : this.legions(facts);
    for (const piece of this.stood.values()) piece.remove();
    return here;
  }
  // A piece in a place: the one that is there if it is drawn the same, with the same attributes.
  /** @type {(home: SVGElement, drawing: string, attributes: Record<string, string | number>, ...more: SVGElement[]) => SVGElement} */
  put(home, drawing, attributes, ...more2) {
    const key = JSON.stringify([drawing, attributes]);
    const stood = this.stood.get(key);
    const piece = stood || svg("g", { class: "piece", ...attributes }, ...more2, svg("use", { href: `#${drawing}` }));
    this.stood.delete(key);
    this.map.standing.set(key, piece);
    if (!stood) home.append(piece);
    return piece;
  }
  /** @param {FactsOfBattle} facts */
  battle(facts) {
    const [terrain, , attacker, marker, defender, other3, side] = facts.B;
    const entries = layerOf(this.map, "entries");
    const wanted = this.data.entries[terrain]?.[side] || "";
    const owners = { attacker: colorsOf(this.data, attacker, marker), defender: colorsOf(this.data, defender, other3) };
    if (entries.dataset.drawn !== wanted) {
      entries.dataset.drawn = wanted;
      entries.replaceChildren(...wanted ? copyOf(wanted).children : []);
    }
    for (const role of ROLES) for (const band of entries.querySelectorAll(`:scope > [data-entry=${role}]`)) band.setAttribute("color", owners[role][0]);
    const here = /* @__PURE__ */ new Map();
    const taken = /* @__PURE__ */ new Map();
    for (const role of ROLES) {
      const waiting2 = [];
      for (const combatant of facts[SIDES[role]][0]) {
        if (!combatant[1]) {
          waiting2.push(combatant);
          continue;
        }
        const [index, hex, power, hits, marks] = combatant;
        const [x2, y2] = this.data.hexes[hex];
        const aside = 12 * (taken.get(hex) || 0);
        taken.set(hex, (taken.get(hex) || 0) + 1);
        const { drawing, attributes, states } = counterOf(this.data, index, role, owners[role], { power, hits, marks, least: this.least });
        this.put(homeOf(this.map, hex), drawing, {
          ...attributes,
          transform: `translate(${x2 + aside},${y2 + aside + 2})`,
          "data-at": hex,
          "aria-hidden": "true"
          // its hex says who stands there
        });
        const said = [`${this.data.characters[index][0]}${hits ? ` with ${hits} hit${hits > 1 ? "s" : ""}` : ""}`, ...states, role];
        here.set(hex, (here.has(hex) ? `${here.get(hex)}, ` : "") + said.join(", "));
      }
      this.wait(waiting2, role, owners[role]);
    }
    return here;
  }
  // Those off the board stand in a corner, beside the edge over which they will come.
  /** @type {(waiting: CombatantFact[], role: Role, colors: Colors) => void} */
  wait(waiting2, role, colors) {
    const [wide, high, , edge] = this.data.size;
    const [right, low] = waiting2.length ? this.corner(role, wide, high) : [false, false];
    const scale = Math.min(Math.max(WAITING, (24.5 * this.least / 9.2 - 16) / (96 - GAP)), 1);
    const step = [118 * scale + 6, 96 * scale + 16];
    const [wideTouch, highTouch] = [step[0] / scale, step[1] / scale];
    const columns = 3;
    waiting2.forEach(([index, , power, hits, marks], i2) => {
      const [name] = this.data.characters[index];
      const column = i2 % columns;
      const row2 = Math.floor(i2 / columns);
      const x2 = right ? wide - step[0] * (column + 0.5) - 2 : step[0] * (column + 0.5) + 2;
      const y2 = low ? high + edge - 6 - step[1] * (row2 + 0.5) : -edge + 8 + step[1] * (row2 + 0.5);
      const { drawing, attributes } = counterOf(this.data, index, role, colors, { power, hits, marks });
      this.put(layerOf(this.map, "pieces"), drawing, {
        ...attributes,
        transform: `translate(${x2},${y2}) scale(${scale})`,
        "data-off": offKey(role, name),
        role: "button",
        "aria-label": `${name}, off the board, ${role}`
      }, svg("rect", { x: (GAP - wideTouch) / 2, y: (GAP - highTouch) / 2, width: wideTouch - GAP, height: highTouch - GAP, fill: "transparent" }));
    });
  }
  // The places of those off the board that a selector names.
  /** @type {(selector: string) => Point[]} */
  standing(selector) {
    return [...this.map.querySelectorAll(selector)].map(movedTo).map(([x2, y2]) => [x2, y2]);
  }
  // Where a character waits, if it is off the board.
  /** @param {string} key */
  waitingAt(key) {
    return this.standing(`[data-off="${key}"]`);
  }
  // The places of those of a side who wait, and of the edge over which they come.
  /** @type {(role: string) => Point[]} */
  entering(role) {
    const waiting2 = this.standing(`[data-off][data-side=${role}]`);
    const edge = waiting2.length ? this.entry(role)?.getBBox() : null;
    return edge ? [...waiting2, [edge.x, edge.y], [edge.x + edge.width, edge.y + edge.height]] : waiting2;
  }
  // Whether a side enters at the right, and whether below: measured once for each drawing of the entry sides.
  /** @type {(role: Role, wide: number, high: number) => [right: boolean, low: boolean]} */
  corner(role, wide, high) {
    const key = `${layerOf(this.map, "entries").dataset.drawn}/${role}`;
    const box = this.corners.has(key) ? null : this.entry(role)?.getBBox();
    const corner = this.corners.get(key) || (box?.width ? [box.x + box.width / 2 > wide / 2, box.y + box.height / 2 > high / 2] : [role === "defender", role === "attacker"]);
    this.corners.set(key, corner);
    return corner;
  }
  // The edge over which a side enters.
  /** @type {(role: string) => SVGGraphicsElement | null} */
  entry(role) {
    return layerOf(this.map, "entries").querySelector(`[data-entry=${role}]`);
  }
  /** @param {Facts} facts */
  legions(facts) {
    const stacks = /* @__PURE__ */ new Map();
    for (const [marker, legion] of legionsIn(facts)) stacks.set(legion[1], [...stacks.get(legion[1]) || [], [marker, legion]]);
    const here = /* @__PURE__ */ new Map();
    for (const [land, stack] of [...stacks].sort((one, two) => one[0] - two[0])) {
      const owners = new Set(stack.map(([, legion]) => legion[0]));
      if (owners.size > 1) this.engagement(land, facts.e === land);
      const [, x2, y2, inverted] = this.data.lands[land];
      const places = this.data.stacks[Math.min(stack.length, this.data.stacks.length) - 1];
      stack.forEach(([marker, legion], i2) => {
        const [aside, down, scale] = places[i2 % places.length];
        this.legion(marker, legion, [x2 + aside, y2 + (inverted ? -down : down), scale], stack.length > 1);
      });
      const said = stack.map(([marker, legion]) => this.legionWords(marker, legion)).join("; ");
      here.set(String(land), owners.size > 1 ? `Engagement: ${said}` : said);
    }
    return here;
  }
  /** @type {(marker: string, legion: LegionFact) => string} */
  legionWords(marker, [color, , height, , known]) {
    const names = known.map((index) => this.data.characters[index][0]);
    const said = names.length >= height ? counted(names) : names.length ? `among them ${counted(names)}` : "content not known";
    return `${color}'s Legion ${marker}, height ${height}: ${said}`;
  }
  /** @type {(marker: string, legion: LegionFact, place: [x: number, y: number, scale: number], card: boolean) => void} */
  legion(marker, [color, land, height, marks, known], [x2, y2, scale], card) {
    const colors = colorsOf(this.data, color, marker);
    const titan = known.some((index) => this.data.characters[index][0] === "Titan");
    const draw2 = () => {
      const { made, part } = (
        /** @type {NonNullable<ReturnType<typeof blank>>} */
        blank(`#legion${card ? "-card" : ""}${titan ? "-titan" : ""}`)
      );
      part("body").setAttribute("fill", colors[0]);
      part("name").setAttribute("fill", colors[1]);
      part("name").textContent = marker;
      part("height").textContent = String(height);
      return made;
    };
    const drawing = drawnOnce(`${marker}-${colors[0]}-${height}-${titan}-${card}`, draw2);
    this.put(homeOf(this.map, land), drawing, {
      class: marks & 1 ? "piece moved" : "piece",
      "data-legion": marker,
      transform: `translate(${x2},${y2}) scale(${scale})`,
      "data-at": land,
      "aria-hidden": "true"
    });
  }
  /** @type {(land: number, now: boolean) => void} */
  engagement(land, now) {
    const outline = this.data.lands[land][4];
    layerOf(this.map, "under").append(svg("polygon", { points: outline, class: now ? "engaged now" : "engaged" }));
  }
};

// app/sketch.js
var HEX = /\b[A-F][1-6]\b/g;
var hexes = (text) => String(text ?? "").match(HEX) || [];
function sketch(marks, rulings, arrow) {
  const to = arrow?.[2];
  for (const { verdict, facts = {} } of rulings) {
    const bad2 = verdict === "illegal";
    if (facts.start && facts.end) sight(marks, facts, bad2);
    else if (bad2 && typeof facts.way === "string" && hexes(facts.way).length > 1) marks.way(hexes(facts.way).slice(1), null, facts.skill);
    else if (facts.theirs && facts.hex && to) carry(marks, to, facts);
    else if (facts.target && facts.to && facts.hits !== void 0 && to && facts.to !== to && !facts.dice) {
      marks.arrow(["carry", to, facts.to]);
      marks.note(facts.to, `${facts.hits} carried`);
    }
  }
}
function sight(marks, { start = "", end = "", way, why }, bad2) {
  const ends = [start, end].map((key) => marks.centre(key)).filter((place) => place !== null);
  marks.under(marks.line(bad2 ? "sight bad" : "sight", ends));
  marks.label([start, ...hexes(way), end]);
  if (!bad2) return;
  const passed = hexes(way);
  const [stop] = [...hexes(why).filter((key) => passed.includes(key)), ...passed, end];
  const [x2, y2] = marks.centre(stop) || ends[1];
  marks.over(svg("path", { d: "M-20,-20L20,20M-20,20L20,-20", transform: `translate(${x2},${y2})`, class: "cross" }));
}
function carry(marks, to, { hex = "", at: at2, number }) {
  const plus = (value) => `${value}${value < 6 ? "+" : ""}`;
  marks.arrow(["carry bad", to, hex]);
  if (number) marks.note(to, `rolled at ${plus(number)}`);
  if (at2) marks.note(hex, `would need ${plus(at2)}`);
}

// app/marks.js
var OVER_A_NAME = 78;
var Marks = class {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.map = /** @type {BoardMap} */
    svg("svg", {});
    this.facts = /** @type {Facts} */
    { p: "", w: "" };
    this.view = "board";
    this.least = 0;
  }
  /** @type {(map: BoardMap, least: number, shown: Shown) => void} */
  show(map, least, { facts, view, chosen, legal, able: able2, arrow, way, moved, rulings }) {
    this.map = map;
    this.facts = facts;
    this.view = view;
    this.least = least;
    this.marks(chosen, legal, able2);
    if (way) this.way(way, arrow?.[1]);
    else if (arrow && !arrow[0].endsWith("told")) this.arrow(arrow);
    if (view === "battle") sketch(this, rulings, arrow);
    if (moved && arrow) this.animate(arrow);
  }
  /** @param {string | null} marker */
  landOf(marker) {
    const legion = this.facts[`L/${marker}`];
    return legion ? legion[1] : null;
  }
  /** @type {(key: string, attributes: Record<string, string>) => SVGElement | null} */
  shape(key, attributes) {
    if (this.view === "battle") {
      const place = this.data.hexes[key];
      if (!place) return null;
      return svg("polygon", { points: this.data.hex, transform: `translate(${place[0]},${place[1]}) scale(0.93)`, ...attributes });
    }
    return this.data.lands[key] ? svg("polygon", { points: this.data.lands[key][4], ...attributes }) : null;
  }
  /** @type {(chosen: string | null, legal: Targets, able: Set<string>) => void} */
  marks(chosen, legal, able2) {
    const under2 = layerOf(this.map, "under");
    const over = layerOf(this.map, "over");
    for (
      const piece of
      /** @type {NodeListOf<SVGElement>} */
      this.map.querySelectorAll(".piece")
    ) {
      const key = piece.dataset.legion || piece.dataset.off || piece.dataset.at || "";
      piece.classList.toggle("chosen", key === chosen);
      piece.classList.toggle("able", able2.has(key));
    }
    for (const [key, { chip, how, muster }] of legal) {
      const shape2 = this.shape(key, { class: `may ${how || ""}` });
      if (!shape2) continue;
      under2.append(shape2);
      if (chip || muster !== void 0) over.append(this.chip(key, chip, muster));
    }
    const shape = chosen && this.shape(this.view === "battle" ? chosen : String(this.landOf(chosen) ?? ""), { class: "chosen-place" });
    if (shape) under2.append(shape);
  }
  // What is written on a place: in its middle; if somebody stands there, in a hex below its counter, in a land over its name.
  /** @type {(key: string, words?: string, muster?: string) => SVGElement} */
  chip(key, words4, muster) {
    const battle = this.view === "battle";
    const held = this.held(key);
    const [x2, y2] = (battle || !held ? this.centre(key) : this.footOf(key)) || [0, 0];
    const lines = words4 ? words4.split("\n") : [];
    const size = Math.max(battle ? 17 : 13, this.least);
    const over = held && !battle;
    const wide = Math.max(...lines.map((line) => line.length * size * 0.56 + 12), over ? OVER_A_NAME : size * 1.6);
    const high = Math.max(lines.length, 1) * size * 1.06 + 5;
    const down = battle && held ? 81 - high / 2 : 0;
    const aside = muster && lines.length ? 13 : 0;
    const made = svg("g", { class: "chip", transform: `translate(${x2 - aside},${y2 + down})` });
    if (lines.length || over) {
      made.append(svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: Math.min(high / 2, 9) }));
      lines.forEach((line, i2) => made.append(svg("text", {
        y: (i2 - (lines.length - 1) / 2) * size * 1.06 + size * 0.36,
        "font-size": size,
        "text-anchor": "middle",
        "font-weight": "bold"
      }, line)));
    }
    if (muster) {
      const side = 22;
      const dx = lines.length ? wide / 2 + 13 : 0;
      made.append(
        svg("circle", { cx: dx, r: 12.5, class: "muster" }),
        svg("use", { href: `#titan-figure-${this.data.figures[muster]}`, transform: `translate(${dx - side / 2},${-side / 2}) scale(${side / 512})` })
      );
    }
    return made;
  }
  // A note on a place.
  /** @type {(key: string, words: string) => void} */
  note(key, words4) {
    this.over(this.chip(key, words4));
  }
  // The labels of hexes, above what is drawn through them.
  /** @param {string[]} keys */
  label(keys) {
    const group2 = svg("g", { class: "labels", "aria-hidden": "true" });
    for (const word of this.map.ground.querySelectorAll(".map text")) {
      if (!keys.includes(word.textContent || "")) continue;
      const parts = [word.previousElementSibling, word];
      for (let next = word.nextElementSibling; next?.tagName === "polygon"; next = next.nextElementSibling) parts.push(next);
      group2.append(...parts.flatMap((part) => part ? [part.cloneNode(true)] : []));
    }
    this.under(group2);
  }
  /** @param {SVGElement} drawn */
  over(drawn) {
    layerOf(this.map, "over").append(drawn);
  }
  /** @param {SVGElement} drawn */
  under(drawn) {
    layerOf(this.map, "under").append(drawn);
  }
  /** @type {(key: string) => SVGElement | null} */
  held(key) {
    return this.map.querySelector(`.pieces [data-at="${key}"]`);
  }
  // Where what is marked on a land stands, if a Legion has its middle.
  /** @type {(key: string) => Point} */
  footOf(key) {
    const land = this.data.lands[key];
    return [land[1], land[5]];
  }
  /** @type {(key: string) => Point | null} */
  centre(key) {
    if (this.view === "battle") return this.data.hexes[key] || null;
    const land = this.data.lands[key];
    return land ? [land[1], land[2]] : null;
  }
  // From hex to hex beside the labels, which stand above and below the counters; from land to land between their Legions.
  /** @param {Arrow} arrow */
  arrow([kind, from, to]) {
    const one = this.centre(from);
    const two = this.centre(to);
    if (!one || !two) return;
    const far = Math.hypot(two[0] - one[0], two[1] - one[1]) || 1;
    const [ux, uy] = [(two[0] - one[0]) / far, (two[1] - one[1]) / far];
    const battle = this.view === "battle";
    const beside2 = !battle ? 0 : Math.abs(ux) < 0.5 ? 46 : kind.startsWith("carry") ? 28 : 0;
    const [short, size] = battle ? [56, 18] : [18, 9];
    const put2 = ([x2, y2], along) => [x2 - uy * beside2 + ux * along, y2 + ux * beside2 + uy * along];
    const end = put2(two, -short);
    const head = `translate(${end[0]},${end[1]}) rotate(${Math.atan2(uy, ux) * 180 / Math.PI})`;
    const made = this.line(kind, [put2(one, short), end]);
    made.append(svg("path", { d: `M${size * 0.4},0L${-size},${-size * 0.7}V${size * 0.7}Z`, transform: head, class: "head" }));
    layerOf(this.map, "over").append(made);
  }
  /** @type {(kind: string, places: Point[]) => SVGElement} */
  line(kind, places) {
    const d2 = `M${places.map((place) => place.join(",")).join("L")}`;
    return svg("g", { class: `arrow ${kind}`, "aria-hidden": "true" }, svg("path", { d: d2, class: "halo" }), svg("path", { d: d2 }));
  }
  // The way of a move, from land to land, with numbered dots beside the Legions and a line under them.
  // enough: how many may be taken; the others are marked as too many.
  /** @type {(lands: (string | number)[], from?: string | null, enough?: number) => void} */
  way(lands, from = null, enough = Infinity) {
    const battle = this.view === "battle";
    const at2 = (key) => battle || !this.held(key) ? this.centre(key) : this.data.lands[key] && this.footOf(key);
    const places = lands.map((land) => at2(String(land))).filter((place) => place !== null);
    const start = from && this.centre(String(from));
    if (start && places.length) layerOf(this.map, "under").append(this.line("move", [start, ...places]));
    const group2 = svg("g", { class: "way", "aria-hidden": "true" });
    places.forEach(([x2, y2], i2) => {
      group2.append(svg(
        "g",
        { transform: `translate(${x2},${y2})`, class: i2 >= enough ? "beyond" : null },
        svg("circle", { r: Math.max(battle ? 20 : 9.5, 0.73 * this.least) }),
        svg("text", { y: Math.max(battle ? 8 : 4.5, 0.35 * this.least), "font-size": Math.max(battle ? 24 : 13, this.least), "text-anchor": "middle", "font-weight": "bold" }, i2 + 1)
      ));
    });
    layerOf(this.map, "over").append(group2);
  }
  /** @param {Arrow} arrow */
  animate([, from, to]) {
    if (still()) return;
    const one = this.centre(from);
    const two = this.centre(to);
    const piece = this.held(to);
    if (!one || !two || !piece || !piece.animate) return;
    const at2 = movedTo(piece);
    const scale = at2.length > 2 ? ` scale(${at2[2]})` : "";
    const put2 = (x2, y2) => ({ transform: `translate(${x2}px,${y2}px)${scale}` });
    piece.animate([put2(at2[0] + one[0] - two[0], at2[1] + one[1] - two[1]), put2(at2[0], at2[1])], { duration: 150, easing: "ease-out" });
  }
};

// app/board.js
var LEGIBLE2 = 9.2;
var ENTRY = 16;
var AROUND = 130;
var DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
function laid(name) {
  const map = (
    /** @type {BoardMap} */
    copyOf(name)
  );
  map.standing = /* @__PURE__ */ new Map();
  map.ground = /** @type {BoardMap} */
  map.cloneNode(false);
  map.ground.removeAttribute("id");
  map.ground.setAttribute("aria-hidden", "true");
  map.ground.append(...map.querySelectorAll(":scope > .map, :scope > .legend"));
  map.places = /* @__PURE__ */ new Map();
  map.words = [...map.ground.querySelectorAll(".map text")].map((word) => [word, Number(word.getAttribute("font-size"))]);
  for (
    const drawn of
    /** @type {NodeListOf<SVGElement>} */
    map.ground.querySelectorAll(".map [data-hex], .map [data-land]")
  ) {
    const place = svg("g", { role: "button" }, svg("polygon", { points: drawn.querySelector("polygon")?.getAttribute("points"), class: "place" }));
    for (const given of Object.keys(drawn.dataset)) {
      place.dataset[given] = drawn.dataset[given];
      delete drawn.dataset[given];
    }
    layerOf(map, "pieces").append(place);
    map.places.set(Board.key(place), place);
  }
  return map;
}
var nameOf = (facts, view) => view === "battle" && facts.B ? `battleland-${facts.B[0]}` : "the-masterboard";
function around(data, { A: A2, D: D2 }) {
  const places = [...A2[0], ...D2[0]].map((one) => data.hexes[one[1]]).filter(Boolean);
  const [low, high] = [Math.min, Math.max].map((most2) => [0, 1].map((i2) => most2(...places.map((place) => place[i2]))));
  return places.length ? [low[0] - AROUND, low[1] - AROUND, high[0] - low[0] + 2 * AROUND, high[1] - low[1] + 2 * AROUND].join(" ") : null;
}
function Miniature(data, kits, { id, at: at2, facts, box }, near2 = false) {
  const draw2 = (host) => {
    if (!host || !facts || host.dataset.drawn === `${id}/${at2}` || !kits.isNow(box)) return;
    host.dataset.drawn = `${id}/${at2}`;
    const view = facts.B ? "battle" : "board";
    const map = laid(nameOf(facts, view));
    map.removeAttribute("id");
    host.replaceChildren(map.ground, map);
    new Pieces(data).show(map, facts, view);
    const window = near2 && isBattle(facts) && around(data, facts);
    if (window) for (const one of [map, map.ground]) one.setAttribute("viewBox", window);
    for (const place of map.querySelectorAll("[role]")) place.removeAttribute("role");
    for (
      const one of
      /** @type {NodeListOf<SVGElement>} */
      map.querySelectorAll("[data-hex], [data-land], [data-character], [data-legion], [data-off]")
    ) {
      for (const name of Object.keys(one.dataset)) delete one.dataset[name];
    }
  };
  return k("span", { class: "miniature", "aria-hidden": "true", ref: draw2 });
}
var Board = class _Board {
  /**
   * @param {HTMLElement} host
   * @param {Data} data
   * @param {Send} send touch: a place was touched; drop: a piece was dragged from one onto another
   * @param {() => void} again it has another size, so that all is drawn anew
   */
  constructor(host, data, send, again) {
    this.host = host;
    this.data = data;
    this.send = send;
    this.maps = /* @__PURE__ */ new Map();
    this.map = /** @type {BoardMap} */
    svg("svg", {});
    this.shown = null;
    this.focus = null;
    this.looked = null;
    this.again = 0;
    this.pieces = new Pieces(data);
    this.marks = new Marks(data);
    this.gestures = new Gestures(this);
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("click", (event) => event.detail === 0 && this.touch(event.target));
    host.addEventListener("focusin", (event) => {
      this.focus = this.of(event.target)?.key ?? this.focus;
    });
    new ResizeObserver(() => {
      if (!this.shown) return;
      this.gestures.setZoom(this.gestures.zoom);
      again();
    }).observe(host);
  }
  // Another size, or nearer or farther: what is written stays legible; names for which there is no room are left out.
  resized() {
    const { unit } = this.gestures;
    const { shown: shown3 } = this;
    if (Math.abs(unit - this.map.unit) < 0.01 * unit) return;
    this.map.unit = unit;
    this.host.classList.toggle("far", unit * ENTRY < LEGIBLE2 - 0.5);
    for (const [word, size] of this.map.words) {
      const named = this.view === "board" && !/^\d+$/.test(word.textContent || "");
      word.setAttribute("font-size", String(named ? size : Math.max(size, LEGIBLE2 / unit)));
      word.setAttribute("visibility", named && size * unit < LEGIBLE2 - 0.5 ? "hidden" : "visible");
    }
    cancelAnimationFrame(this.again);
    if (shown3) this.again = requestAnimationFrame(() => this.show(shown3));
  }
  /** @param {Shown} shown */
  show(shown3) {
    const { facts, view, chosen, legal } = shown3;
    this.shown = { ...shown3, moved: false };
    const name = nameOf(facts, view);
    const map = this.maps.get(name) || laid(name);
    this.maps.set(name, map);
    if (this.map !== map) {
      const ground = document.createElement("div");
      ground.className = "ground";
      ground.append(map.ground);
      this.host.replaceChildren(map, ground);
      this.map = map;
      this.focus = null;
      this.gestures.begin();
      map.setAttribute("role", "group");
    }
    for (
      const what of
      /** @type {const} */
      ["under", "over"]
    ) layerOf(map, what).replaceChildren();
    map.setAttribute("aria-label", view === "battle" && facts.B ? `Battleland: ${facts.B[0]}` : "Masterboard");
    const least = LEGIBLE2 / this.gestures.unit;
    this.name(this.pieces.show(map, facts, view, least), chosen, legal);
    this.marks.show(map, least, shown3);
    this.rove();
  }
  get view() {
    return this.shown?.view || "board";
  }
  // The maps are those of another box from now on.
  forget() {
    this.maps.clear();
  }
  /** @returns {SVGElement[]} */
  places() {
    return [.../** @type {NodeListOf<SVGElement>} */
    this.map.querySelectorAll(".pieces > *")];
  }
  /** @param {SVGElement} place */
  static key(place) {
    return place.dataset.hex || place.dataset.land || place.dataset.off || "";
  }
  /** @param {string | null} key */
  find(key) {
    return this.places().find((place) => _Board.key(place) === key);
  }
  // Says of every place what it is, who stands there, and what a touch on it does.
  /** @type {(here: Map<string, string>, chosen: string | null, legal: Targets) => void} */
  name(here, chosen, legal) {
    for (const place of this.places()) {
      const key = _Board.key(place);
      if (!place.dataset.off) {
        const { hex, hazard, elevation, land, terrain } = place.dataset;
        const words4 = hex ? [hex, hazard] : [land, terrain];
        if (Number(elevation)) words4.push(`elevation ${elevation}`);
        if (here.has(key)) words4.push(here.get(key));
        if (legal.has(key)) words4.push(`legal: ${legal.get(key)?.label}`);
        put(place, "aria-label", words4.join(", "));
      }
      put(place, "data-legal", legal.get(key)?.text || null);
      put(place, "aria-pressed", chosen === null ? null : String(key === chosen || place.dataset.land === String(this.marks.landOf(chosen))));
    }
  }
  /** @type {(target: EventTarget | null) => Place | null} */
  of(target) {
    if (!(target instanceof Element) || !this.map.contains(target)) return null;
    const nearest = (selector) => target.closest(selector);
    const piece = nearest("[data-off], [data-legion]");
    if (piece) return { key: piece.dataset.off || String(piece.dataset.at), legion: piece.dataset.legion || null };
    const counter = nearest("[data-at]");
    if (counter) return { key: String(counter.dataset.at), legion: null };
    const place = nearest("[data-hex], [data-land]");
    return place ? { key: _Board.key(place), legion: null } : null;
  }
  // What a Legion's way would be, when its land is looked at.
  /** @param {Place | null} place */
  look(place) {
    if (!place || this.looked === place.key || this.view === "battle") return;
    this.looked = place.key;
    const way = this.shown?.legal.get(place.key)?.way;
    for (const one of this.map.querySelectorAll(".over > .way")) one.remove();
    if (way) this.marks.way(way);
  }
  // --- keys: one tab stop, arrows within
  rove() {
    const places = this.places();
    const focused = places.find((place) => _Board.key(place) === this.focus) || places[0];
    const inside = this.map.contains(document.activeElement);
    for (const place of places) put(place, "tabindex", place === focused ? "0" : "-1");
    this.focus = focused ? _Board.key(focused) : null;
    if (inside && focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }
  /** @type {(key: string, really?: boolean) => void} */
  setFocus(key, really = true) {
    const place = this.find(key);
    if (!place) return;
    for (const one of this.places()) one.setAttribute("tabindex", one === place ? "0" : "-1");
    this.focus = key;
    if (really) place.focus({ preventScroll: true });
  }
  /** @type {(place: SVGElement) => Point} */
  middle(place) {
    if (place.dataset.off) {
      const [x2, y2] = movedTo(place);
      return [x2, y2];
    }
    return this.marks.centre(_Board.key(place)) || [0, 0];
  }
  // What a touch on an element of the board means.
  /** @param {EventTarget | null} target */
  touch(target) {
    const place = this.of(target);
    if (place) this.send("touch", { place });
  }
  /** @param {KeyboardEvent} event */
  key(event) {
    const way = DIRECTIONS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.touch(event.target);
      return;
    }
    if (event.key === "+" || event.key === "-") {
      this.gestures.zoomBy(event.key === "+" ? 1.25 : 0.8);
      event.stopPropagation();
      return;
    }
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const here = this.find(this.focus);
    if (!here) return;
    const [x2, y2] = this.middle(here);
    let best = null;
    let least = Infinity;
    for (const place of this.places()) {
      if (place === here) continue;
      const [px, py] = this.middle(place);
      const along = (px - x2) * way[0] + (py - y2) * way[1];
      const across = Math.abs((px - x2) * way[1]) + Math.abs((py - y2) * way[0]);
      if (along < 4 || across > along * 2.2) continue;
      if (along + across * 1.6 < least) {
        least = along + across * 1.6;
        best = place;
      }
    }
    if (best) this.setFocus(_Board.key(best));
  }
};

// app/glance.js
var FORMAT = "titan-rules/1";
var HEX2 = /^[A-F][1-6]$/;
function standing(data, words4) {
  const names = new Set(data.characters.map(([name]) => name));
  const said = words4.split(/[\s,]+/);
  return said.flatMap((name, i2) => names.has(name) && HEX2.test(said[i2 + 1] ?? "") ? [{ name, hex: (
    /** @type {Combatant["hex"]} */
    said[i2 + 1]
  ) }] : []);
}
var colorOf = (data, marker) => Object.keys(data.letters).find((color) => data.letters[color].includes(marker));
function glance(data, text) {
  const [first] = text.split("\n");
  const terrain = data.terrains.find((name) => first.startsWith(name));
  if (terrain) {
    const [attacker, defender = ""] = first.split("|")[0].split("/");
    const [one, two] = [attacker, defender].map((words4, i2) => {
      const marker = /\b[A-Z][a-z]\d\d\b/.exec(words4)?.[0] || ["Bk01", "Rd01"][i2];
      return { player: colorOf(data, marker) || "", legion: marker, characters: standing(data, words4) };
    });
    return { format: FORMAT, kind: "battle", terrain, attacker: one, defender: two };
  }
  const players = /* @__PURE__ */ new Map();
  for (const [, legion, land] of first.matchAll(/\b([A-Z][a-z]\d\d) (\d{1,4})\b/g)) {
    const color = colorOf(data, legion);
    if (!color || !data.lands[land]) continue;
    const player = players.get(color) || { color, legions: [] };
    player.legions.push({ legion, land: Number(land), characters: null });
    players.set(color, player);
  }
  return players.size ? { format: FORMAT, kind: "game", phase: "movement", players: [...players.values()] } : null;
}

// app/glossary.js
var JAPANESE = "titan-japanese";
var wantsJapanese = () => localStorage.getItem(JAPANESE) === "yes";
var keepJapanese = (on) => localStorage.setItem(JAPANESE, on ? "yes" : "");
var terms = null;
function glossed({ data, japanese }, text) {
  if (!japanese) return text;
  terms ||= new RegExp(`\\b(${Object.keys(data.glossary).sort((one, two) => two.length - one.length).join("|")})(s|es|ed|d)?\\b`, "gi");
  const left = new Map(Object.entries(data.glossary).map(([term, said]) => [term.toLowerCase(), said]));
  return text.replace(terms, (found, term) => {
    const said = left.get(term.toLowerCase());
    left.delete(term.toLowerCase());
    return said ? `${found} (${said})` : found;
  });
}
var JapaneseTerms = ({ state, send }) => toggle("日本語", state.japanese, () => send("japanese", { japanese: !state.japanese }), { id: "japanese", "aria-label": "日本語: Japanese terms", title: "Japanese terms in brackets" });

// app/options.js
var words = (value) => value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " ");
function OptionFields(data, { ruleset = "standard", options = {} }, set) {
  const preset = data.rulesets[ruleset] || {};
  const own = Object.keys(options).length;
  const select = ([name, values, about, rules]) => {
    const change2 = (text) => {
      const { [name]: _2, ...rest } = options;
      const [value] = values.filter((one) => String(one) === text);
      set({ options: text ? { ...rest, [name]: value } : rest });
    };
    return k(
      "li",
      { key: name },
      k("p", {}, `${about.slice(0, 1).toUpperCase()}${about.slice(1)} (${rules.join(", ")})`),
      choice(
        words(name),
        [["", `as in ${ruleset}: ${words(preset[name])}`], ...values.map((value) => (
          /** @type {[string, string]} */
          [String(value), words(value)]
        ))],
        options[name] === void 0 ? "" : String(options[name]),
        change2
      )
    );
  };
  return k(
    "div",
    { class: "rules" },
    choice("Ruleset", Object.keys(data.rulesets), ruleset, (name) => set({ ruleset: name })),
    folded(own ? `Options: ${own} of your own` : "Options", k("ul", { class: "options" }, data.options.map(select)))
  );
}

// app/door.js
var EXAMPLES = [
  ["May the hits that are left over be carried?", "Plains: Ogre D3 / Lion D4 4 hits, Centaur C3\nOgre strikes Lion with 6 6 5 1 1 2 carrying 2 to Centaur"],
  ["May a Ranger shoot at a Titan?", "Plains: Ranger D2 / Titan F3\nRanger shoots Titan"],
  ["What does the rule say?", "May I shoot over a wall?"]
];
function Kept({ state, send, kits }, game) {
  const { id, name, title, says, time } = game;
  const doomed = state.doomed === id;
  const open = () => send("reopen", { id });
  const words4 = name || title || "A game";
  return k(
    "li",
    { class: "kept", key: id },
    button(Miniature(state.data, kits, game), open, { class: "picture", "aria-label": `Open ${words4}`, tabIndex: -1 }),
    k(
      "div",
      {},
      k("input", { value: words4, "aria-label": "The name of the game", onChange: valueTo((typed) => send("rename", { id, name: typed })) }),
      faint([says, k("br", {}), new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })]),
      row(
        button("Open", open, { class: "main" }),
        doomed ? [button("Delete it for good", () => send("erase", { id }), { class: "bad" }), button("Keep it", () => send("doom", { id: null }))] : button("Delete", () => send("doom", { id }), { class: "quiet", "aria-label": `Delete ${words4}` })
      )
    )
  );
}
function NewGame({ state, send, kits }) {
  const { data, begin } = state;
  const [least, most2] = data.players;
  const boxes = [.../* @__PURE__ */ new Set([typeof data.box === "string" ? data.box : "standard", ...data.shipped, ...Object.keys(kits.files)])];
  const set = (more2) => send("begin", { begin: { ...begin, ...more2 } });
  const seat = (i2, more2) => set({ seats: begin.seats.map((one, k2) => k2 === i2 ? { ...one, ...more2 } : one) });
  const colors = Object.keys(data.letters);
  return [
    k("div", { class: "seats" }, begin.seats.map(({ name, color }, i2) => group(`Player ${i2 + 1}`, [
      k("input", { value: name, "aria-label": `Name of player ${i2 + 1}`, onInput: valueTo((typed) => seat(i2, { name: typed })) }),
      k(
        "select",
        { value: color, "aria-label": `Colour of player ${i2 + 1}`, onChange: valueTo((chosen) => seat(i2, { color: chosen })) },
        k("option", { value: "" }, "any colour"),
        colors.map((one) => k("option", { value: one }, one))
      ),
      button("✕", () => set({ seats: begin.seats.toSpliced(i2, 1) }), { "aria-label": `Without ${name}`, disabled: begin.seats.length <= least })
    ], { class: "seat", key: i2 }))),
    row(
      button("One more player", () => set({ seats: [...begin.seats, { name: freeName(begin.seats), color: "" }] }), { disabled: begin.seats.length >= most2 }),
      button("Begin", () => send("fresh", { kind: "game" }), { class: "main", id: "new-game" })
    ),
    folded(`Box: ${begin.box}. Rules: ${begin.ruleset}`, [
      k(
        "div",
        { class: "fields" },
        choice("Box", boxes, begin.box, (box) => set({ box }), { id: "box" }),
        labelled("Seed of the dice for the Towers", k("input", { value: begin.seed, onInput: valueTo((seed) => set({ seed })), placeholder: "a new one" }))
      ),
      OptionFields(data, begin, set)
    ], { id: "beginning" })
  ];
}
var NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kate", "Leo"];
var freeName = (seats) => NAMES.find((name) => !seats.some((one) => one.name === name)) || `Player ${seats.length + 1}`;
var seatsOf = (count2) => NAMES.slice(0, count2).map((name) => ({ name, color: "" }));
function Door(table) {
  const { state, send, kits } = table;
  const { games } = state;
  const example = ([words4, text]) => {
    const document2 = glance(state.data, text);
    const picture = document2 && Miniature(state.data, kits, { id: "example", at: words4, facts: factsOfDocument(state.data, document2), box: state.data.box }, true);
    return k("li", { key: words4 }, button([k("span", {}, k("b", {}, words4), k("code", {}, text)), picture], () => send("ask", { text })));
  };
  return [
    k("section", {}, k("h2", {}, "For example"), k("ul", { id: "examples" }, EXAMPLES.map(example))),
    k(
      "section",
      { id: "beginner" },
      k("h2", {}, "New game"),
      NewGame(table),
      row(button("Set up a battle", () => send("fresh", { kind: "battle" }), { id: "new-battle" }), button("Open a file", () => byId("file").click(), { id: "open-file" }), JapaneseTerms(table))
    ),
    k(
      "section",
      { id: "games" },
      k("h2", {}, "My games"),
      games?.length ? k("ul", {}, games.map((game) => Kept(table, game))) : faint(games ? "What you play or set up is kept here, in this browser." : "…")
    )
  ];
}

// app/reach.js
function placeOf(action, key) {
  const mine = action.do === "maneuver" ? action.from ? action.from === key : key?.endsWith(`:${action.character}`) : action.do === "strike" ? action.from === key : action.do === "move" && action.legion === key;
  return mine && "to" in action ? String(action.to) : null;
}
function landsOf(moves) {
  const lands = /* @__PURE__ */ new Map();
  for (const way of [...moves.legal[0].to].sort((a2, b) => a2.land - b.land)) lands.set(String(way.land), [...lands.get(String(way.land)) || [], way]);
  return lands;
}
function passedIn(rulings) {
  const way = rulings?.find((one) => one.facts?.way)?.facts?.way;
  return Array.isArray(way) ? way : void 0;
}
var mustersOf = (places) => (places[0].musters || []).filter((one) => one.left !== 0).map((one) => one.muster);
var bestMuster = (places) => mustersOf(places).at(-1);
function chipOf(reach, key) {
  const target = reach?.targets?.[key];
  if (target) {
    const [one] = target.options;
    const plus = one.strike_number < 6 ? "+" : "";
    return { chip: `${one.dice} dice, ${one.strike_number}${plus}
${Math.round(parseFloat(one.slays))} %`, label: `${one.dice} dice, hits on ${one.strike_number}${plus}, slays in ${one.slays}` };
  }
  const cost = reach?.to?.[key]?.cost;
  if (cost) return { chip: String(cost), label: `costs ${cost}` };
  const places = reach?.rolls?.length === 1 && landsOf(reach.rolls[0]).get(key);
  if (!places) return {};
  const musters = mustersOf(places);
  return { muster: bestMuster(places), way: passedIn(places[0].rulings), label: musters.length ? `may muster ${musters.join(", ")}` : "no muster there" };
}
function targetsOf({ legal, reach, chosen, battle }) {
  const targets2 = /* @__PURE__ */ new Map();
  for (const one of legal) {
    const key = placeOf(one.action, chosen);
    if (key === null) continue;
    const target = targets2.get(key) || { text: one.text, label: one.says, all: [], ...chipOf(reach, key) };
    target.all.push(one);
    if ("how" in one.action && one.action.how) target.how = "teleport";
    targets2.set(key, target);
  }
  if (battle) return targets2;
  if (!chosen) {
    for (const one of legal) {
      if (one.action.do === "engage") targets2.set(String(one.action.land), { text: one.text, label: one.says, all: [one] });
    }
  } else if (!targets2.size && reach?.rolls && reach.rolls.length > 1) {
    for (const moves of reach.rolls) {
      for (const [land, places] of landsOf(moves)) {
        const rolls = [...targets2.get(land)?.rolls || [], moves.roll];
        const first = targets2.get(land) || { all: [], muster: bestMuster(places), way: passedIn(places[0].rulings) };
        targets2.set(land, { ...first, rolls, label: `with a roll of ${rolls.join(", ")}`, chip: rolls.join(" ") });
      }
    }
  }
  return targets2;
}
function ableOnes(legal, actor) {
  const able2 = /* @__PURE__ */ new Set();
  for (const { action } of legal) {
    if (action.do === "strike") able2.add(action.from);
    else if (action.do === "maneuver") able2.add(action.from || offKey(actor, action.character));
    else if (action.do === "move" || action.do === "split" || action.do === "muster") able2.add(action.legion);
  }
  return able2;
}
function pieceOn(data, facts, key) {
  for (const role of ROLES) {
    const named = ([index]) => data.characters[index][0];
    const piece = facts[SIDES[role]][0].find((one) => one[1] ? one[1] === key : offKey(role, named(one)) === key);
    if (piece) return { role, hex: piece[1], name: named(piece), left: piece[2] - piece[3] };
  }
  return null;
}

// app/tree.js
var EVERY = 40;
var visit = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
var last = 0;
var unsaved = /* @__PURE__ */ new Set();
var gone = [];
function newNode(parent, more2) {
  last += 1;
  const node = { id: `${visit}-${last}`, rank: Date.now() + last / 1e6, parent, children: [], depth: parent ? parent.depth + 1 : 0, ...more2 };
  if (parent) parent.children.push(node);
  return changed(node);
}
function changed(node) {
  unsaved.add(node);
  return node;
}
function cutOff(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children = parent.children.filter((one) => one !== node);
  for (const one of everyNode(node)) {
    unsaved.delete(one);
    gone.push(one.id);
  }
  return parent;
}
function promote(node) {
  if (!node.parent) return;
  const siblings = node.parent.children;
  siblings.splice(siblings.indexOf(node), 1);
  node.rank = siblings[0].rank - 1;
  siblings.unshift(changed(node));
}
function news() {
  const told = { rows: [...unsaved].map(rowOf), gone };
  const [nodes, ids] = [unsaved, gone];
  const again = () => {
    unsaved = /* @__PURE__ */ new Set([...nodes, ...unsaved]);
    gone = [...ids, ...gone];
  };
  forget();
  return { ...told, again };
}
function forget() {
  unsaved = /* @__PURE__ */ new Set();
  gone = [];
}
function rowOf(node) {
  const { parent, children, facts, known, glanced, from, held, ...row2 } = node;
  return { ...row2, root: rootOf(node).id, up: parent?.id ?? null, from: from?.id, held: held && { ...held, legal: null } };
}
function nodesOf(rows) {
  const nodes = /* @__PURE__ */ new Map();
  for (const { up, root, from, ...row2 } of rows.sort((one, two) => one.depth - two.depth || one.rank - two.rank)) {
    const parent = up === null ? null : nodes.get(up);
    if (parent === void 0) continue;
    const node = { ...row2, parent, children: [] };
    if (!parent && node.changes) node.facts = /** @type {Facts} */
    node.changes;
    parent?.children.push(node);
    nodes.set(node.id, node);
  }
  for (const { id, from } of rows) {
    const node = nodes.get(id);
    if (node && from) node.from = nodes.get(from);
  }
  return nodes;
}
function rootOf(node) {
  let at2 = node;
  while (at2.parent) at2 = at2.parent;
  return at2;
}
function trailTo(node) {
  const trail = [];
  for (let at2 = (
    /** @type {Node | null | undefined} */
    node
  ); at2; at2 = at2.parent ?? at2.from) trail.push(at2);
  return trail.reverse();
}
function lineIn(trail, node) {
  const begin = trail.indexOf(node) - node.depth;
  const end = trail.findIndex((one, i2) => i2 > begin && !one.parent);
  return trail.slice(begin, end < 0 ? trail.length : end);
}
function endOf(node) {
  let at2 = node;
  while (at2.children.length) [at2] = at2.children;
  return at2;
}
function* everyNode(root) {
  const waiting2 = [root];
  while (waiting2.length) {
    const node = (
      /** @type {Node} */
      waiting2.pop()
    );
    yield node;
    for (let i2 = node.children.length - 1; i2 >= 0; i2--) waiting2.push(node.children[i2]);
  }
}
var boxOf = (node) => rootOf(node).box ?? rootOf(node).held?.position.box ?? "standard";
function factsOf(node) {
  const late = [];
  let at2 = node;
  while (!at2.held && !at2.facts && at2.parent) {
    late.push(at2);
    at2 = at2.parent;
  }
  let facts = (
    /** @type {Facts} */
    at2.held ? at2.held.facts : at2.facts
  );
  for (const one of late.reverse()) {
    facts = withChanges(facts, one.changes || {});
    if (one.depth % EVERY === 0 || one === node) one.facts = facts;
  }
  return facts;
}
function withChanges(facts, changes) {
  const all2 = { ...facts, ...changes };
  for (
    const key of
    /** @type {(keyof Facts)[]} */
    Object.keys(changes)
  ) if (changes[key] === null) delete all2[key];
  return (
    /** @type {Facts} */
    all2
  );
}
function lineOf(node) {
  const path = trailTo(node).slice(-node.depth - 1).filter((one) => !one.refused || one.step !== void 0);
  const [root] = path;
  const steps = path.filter((one) => one.step !== void 0).length;
  const played2 = path.slice(1 + steps).map((one) => ({ action: one.text || "", comment: one.comment || "" }));
  return root.record ? { record: root.record, step: steps, played: played2 } : { position: root.held?.position, played: played2 };
}
var isBad = (node) => Boolean(node.refused || node.problems?.length);
var VERDICT = (
  /** @type {const} */
  { l: "legal", x: "illegal", c: "consequence" }
);
var ruling = ([rule, verdict, text, dice, number]) => ({ rule, verdict: VERDICT[verdict], text, dice, number });
function treeOf(record) {
  const root = newNode(null, { facts: record.start, changes: record.start, record: record.record || null, title: record.title, box: record.box });
  let at2 = root;
  for (const [i2, step] of record.steps.entries()) {
    at2 = newNode(at2, {
      text: step.x,
      says: step.s,
      changes: step.d,
      step: i2 + 1,
      comment: step.c || "",
      arrow: step.k || null,
      events: (step.e || []).map(ruling),
      because: (step.y || []).map(ruling),
      refused: step.f ? { rulings: step.f.map(ruling), instead: i2 + 1 === record.steps.length ? record.legal.map((text) => ({ text, says: text })) : [] } : null,
      problems: step.p || [],
      hidden: step.h || null
    });
  }
  return root;
}

// app/state.js
var UNREADABLE = { legal: [], owed: [], next: { by: null, says: "This position is not possible", actions: [] } };
var NOTHING = { chosen: null, reach: null, card: null, pending: null, leaving: [], tray: null, moved: false };
function begun(data) {
  return {
    ...NOTHING,
    data,
    engine: "loading",
    progress: "",
    message: "",
    working: false,
    panel: "door",
    node: null,
    trail: [],
    odds: {},
    version: 0,
    game: null,
    games: null,
    doomed: null,
    heard: null,
    shown: null,
    role: ROLES[0],
    armed: null,
    color: null,
    made: null,
    begin: { seats: seatsOf(data.players[0]), box: "standard", ruleset: "standard", options: {}, seed: "" },
    viewer: data.viewer || "",
    search: "",
    laws: {},
    unfolded: null,
    link: "",
    policies: { attacker: "greedy", defender: "greedy" },
    trials: 400,
    japanese: wantsJapanese()
  };
}
var front = () => narrow() ? "talk" : "moves";
var settingUp = (state) => state.panel === "setup";
var isAble = (state) => state.engine === "ready" || state.engine === "loading";
var legalOf = (state) => state.node.held?.legal || [];
var actorOf = (state) => factsOf(state.node).b?.[1] || ROLES[0];
var splitsOf = (state) => legalOf(state).flatMap(({ text, action }) => action.do === "split" && action.legion === state.chosen ? [{ text, action }] : []);
function battleOf(state) {
  const facts = factsOf(state.node);
  return isBattle(facts) && !(state.shown === "board" && facts.t !== void 0) ? facts : null;
}
var viewOf = (state) => battleOf(state) ? "battle" : "board";
var inBattle = (state) => battleOf(state) !== null;
function characterOn(state, key) {
  const facts = battleOf(state);
  return facts && key ? pieceOn(state.data, facts, key) : null;
}
var targets = (state) => state.tray ? carriesOf(state.tray) : targetsOf({ legal: legalOf(state), reach: state.reach, chosen: state.chosen, battle: inBattle(state) });
var able = (state) => state.chosen ? /* @__PURE__ */ new Set() : ableOnes(legalOf(state), actorOf(state));
var beside = ({ trail, node }, by) => node ? trail[trail.indexOf(node) + by] : void 0;
var undone = (state) => state.node?.step === void 0 ? beside(state, -1) : void 0;
var redone = (state) => beside(state, 1)?.step === void 0 ? beside(state, 1) : void 0;
var lineOn = (state) => lineIn(state.trail, state.node);
var optionOf = (tray) => tray.single ? { text: tray.text, dice: 1, strike_number: 0, carry_to: [], slays: "" } : tray.options[tray.option];
var isFull = (tray) => tray.dice.length >= optionOf(tray).dice;
var hitsOf = (tray) => tray.single ? 0 : tray.dice.filter((die) => die >= optionOf(tray).strike_number).length;
var leftOver = (tray) => tray.single ? 0 : hitsOf(tray) - tray.needs - tray.carry.reduce((sum, one) => sum + one.hits, 0);
function carriesOf(tray) {
  const carries = /* @__PURE__ */ new Map();
  if (tray.single || !isFull(tray)) return carries;
  const { text, carry_to: allowed } = optionOf(tray);
  for (const { to, hits } of tray.carry) carries.set(to, { chip: `takes ${hits}`, label: `takes ${hits}`, text: `${text} carrying ${to}:${hits}`, all: [] });
  const left = leftOver(tray);
  if (left > 0) {
    for (const to of allowed) if (!carries.has(to)) carries.set(to, { chip: `${left} left`, label: `may take ${left}`, text: `${text} carrying ${to}:${left}`, all: [] });
  }
  return carries;
}
function carried(tray, hex, takes) {
  const others = tray.carry.filter((one) => one.to !== hex);
  if (others.length < tray.carry.length || leftOver(tray) <= 0) return others;
  return [...others, { to: hex, hits: Math.min(leftOver(tray), Math.max(takes, 1)) }];
}
var at = ({ trail }, node) => ({ ...NOTHING, odds: {}, node, trail: trail.includes(node) ? trail : trailTo(endOf(node)) });
var done = (state, node) => ({ ...at(state, node), trail: trailTo(endOf(node)), version: state.version + 1 });
function withHits({ says, events }) {
  const hits = events?.find((one) => one.facts?.hits !== void 0 && one.facts.strike_number)?.facts?.hits;
  return hits === void 0 ? says : `${says.replace(/: \d+ hits?$/, "")}: ${hits} hit${hits === 1 ? "" : "s"}`;
}
function played(from, answer, held) {
  const base = from.refused && from.parent || from;
  const illegal = answer.verdict === "illegal";
  const same = base.children.find((child) => child.text === answer.text && Boolean(child.refused) === illegal);
  return same || newNode(base, {
    text: answer.text,
    says: withHits(answer),
    arrow: answer.arrow || null,
    events: answer.events || [],
    because: illegal ? [] : answer.rulings,
    refused: illegal ? { rulings: answer.rulings, instead: answer.instead } : null,
    held: answer.after || held,
    comment: ""
  });
}
var unjudged = (data, document2, says) => ({ position: document2, line: null, facts: factsOfDocument(data, document2), faults: [], legal: null, owed: [], next: { says, actions: [] } });
var ANYWHERE = {
  engine: (state, { engine, words: words4 }) => ({ engine, progress: words4 }),
  tell: (state, { message }) => ({ message }),
  working: (state, { working }) => ({ working }),
  heard: (state, { heard: heard2 }) => ({ heard: heard2 }),
  door: () => ({ ...NOTHING, odds: {}, node: null, trail: [], game: null, doomed: null, heard: null, panel: "door" }),
  // A link that waits for the rules: its board is seen already.
  glance: (state, { text, document: document2 }) => ({
    heard: { text, waits: "The link is opened as soon as the rules are here." },
    ...document2 && {
      ...at(state, newNode(null, { glanced: true, held: unjudged(state.data, document2, "The rules are loading …") })),
      panel: front()
    }
  }),
  games: (state, { games }) => ({ games }),
  doom: (state, { id }) => ({ doomed: id }),
  begin: (state, { begin }) => ({ begin }),
  panel: (state, { name }) => ({ panel: name, ...name === "setup" ? NOTHING : { armed: null } }),
  search: (state, { search }) => ({ search }),
  viewer: (state, { viewer }) => ({ ...NOTHING, viewer }),
  adopt: (_2, { node, trail, game }) => ({ ...NOTHING, odds: {}, node, trail, game, panel: front() }),
  enter: (state, { node, game, ...more2 }) => ({ ...done(state, node), game, shown: null, heard: null, ...more2 }),
  opened: (state, { answer, game }) => ({
    ...done(state, answer.kind === "record" ? treeOf(answer) : newNode(null, { held: answer, notes: answer.notes })),
    game,
    shown: null,
    heard: null,
    panel: front()
  }),
  law: (state, { key }) => ({ unfolded: state.unfolded === key ? null : key }),
  read: (state, { rule, answer }) => ({ laws: { ...state.laws, [rule]: answer } }),
  policy: (state, policies) => ({ policies: { ...state.policies, ...policies } }),
  trials: (state, { trials }) => ({ trials }),
  japanese: (state, { japanese }) => ({ japanese }),
  link: (state, { link }) => ({ link })
};
var HERE = {
  turn: (state) => ({ ...NOTHING, shown: inBattle(state) ? "board" : null }),
  visit: (state, { node }) => at(state, node),
  undo: (state) => ({ ...at(state, undone(state) || state.node), version: state.version + 1 }),
  redo: (state) => ({ ...at(state, redone(state) || state.node), version: state.version + 1 }),
  comment: (state, { words: words4 }) => {
    changed(state.node).commentBefore = state.node.comment || "";
    state.node.comment = words4;
    return { version: state.version + 1 };
  },
  promote: (state) => {
    promote(state.node);
    return done(state, state.node);
  },
  remove: (state) => done(state, cutOff(state.node)),
  held: (state, { node, answer }) => {
    if (!answer.error) node.held = answer;
    else if (node.held) node.held = { ...node.held, ...UNREADABLE, faults: answer.faults };
    return { node };
  },
  played: (state, { answer, held }) => {
    const node = played(state.node, answer, held);
    return { ...done(state, node), moved: !node.refused };
  },
  known: (state, { node, viewer, facts }) => {
    node.known = { viewer, facts };
    return { node };
  },
  note: (state, { node, notes }) => {
    node.notes = notes;
    return { node };
  },
  choose: (state, { key }) => ({ ...NOTHING, chosen: key, panel: key && narrow() ? "talk" : state.panel }),
  reach: (state, { answer }) => answer.error ? { card: { title: "", notes: [answer.error.message] } } : { reach: answer },
  card: (state, { card }) => ({ card }),
  offer: (state, { actions }) => ({ pending: actions }),
  leave: (state, { i: i2 }) => ({ leaving: state.leaving.includes(i2) ? state.leaving.filter((one) => one !== i2) : [...state.leaving, i2] }),
  perform: () => ({ tray: null }),
  tray: (state, { tray, card = state.card }) => ({ tray: { option: 0, dice: [], carry: [], ...tray }, card, panel: narrow() ? "talk" : state.panel }),
  way: ({ tray }, { option }) => ({ tray: tray && { ...tray, option, dice: [], carry: [] } }),
  dice: ({ tray }, { dice }) => ({ tray: tray && { ...tray, dice: [...tray.dice, ...dice].slice(0, optionOf(tray).dice) } }),
  carry: ({ tray }, { hex, takes }) => ({ tray: tray && { ...tray, carry: carried(tray, hex, takes) } }),
  back: ({ tray }) => ({ tray: tray && (tray.carry.length ? { ...tray, carry: tray.carry.slice(0, -1) } : { ...tray, dice: tray.dice.slice(0, -1) }) }),
  close: () => ({ tray: null }),
  // Setting up. A position that was edited is drawn at once; what is right and wrong with it is asked behind it.
  edit: (state, { document: document2, ...more2 }) => {
    const says = state.engine === "loading" ? "The rules are still loading." : state.node.held?.next.says || "";
    return { ...done(state, newNode(null, { held: unjudged(state.data, document2, says), from: state.node })), chosen: state.chosen, ...more2 };
  },
  pick: (state, { chosen, ...more2 }) => ({ ...NOTHING, chosen, ...more2 }),
  arm: (state, { name }) => ({ ...NOTHING, armed: state.armed === name ? null : name }),
  side: (state, change2) => change2,
  // role, color: whose pieces are set up
  odds: (state, odds) => ({ odds: { ...state.odds, ...odds } })
};
function update(state, type, event) {
  const changes = ANYWHERE[type]?.(state, event) ?? (state.node && HERE[type]?.(state, event));
  return changes ? (
    /** @type {State} */
    { ...state, ...changes }
  ) : state;
}

// app/beginning.js
var MOST_REMARKS = 3;
var MOST_BYTES = 4 << 20;
var MOST_TYPED = 5e3;
var ASKED = 300;
var empties = /* @__PURE__ */ new Map();
async function shown(table) {
  const held = await table.hold();
  return held?.partial?.position ?? (held?.faults.length ? null : held?.position) ?? null;
}
function colorsFor(seats, all2) {
  const left = all2.filter((color) => !seats.some((one) => one.color === color));
  return seats.map((one) => one.color || left.shift() || "");
}
var BEGINNING = {
  // What was typed: a position, a dispute, an action here, a question; what it says is done.
  async ask(table, { text }) {
    const typed = text.trim();
    if (!typed) return;
    if (byId("ask").value !== text && text.length < MOST_TYPED) table.controls.type(text);
    if (narrow()) byId("ask").blur();
    await table.send("load", { text: typed, position: await shown(table) });
  },
  // text: what was typed, pasted, opened or linked to; position: the one in which it may be an action.
  async load(table, { text, name, position = null }) {
    if (text.length > MOST_BYTES) {
      table.send("heard", { heard: { text: "", fault: { message: `This is too large to be read: ${(text.length / 1e6).toFixed(1)} MB, and ${MOST_BYTES >> 20} are the most` } } });
      return;
    }
    const answer = await table.ask({ ask: "load", text, position: position ?? void 0 }, "page");
    if (answer.error) await table.send("unread", { text, fault: answer.error });
    else if (answer.kind === "box") {
      const file = name?.endsWith(".json") ? name : `${answer.name}.json`;
      table.kits.keep(file, answer.box);
      await table.send("fresh", { kind: "battle", box: file });
      table.tell(`The box ${answer.name} is here: documents name it ${file}.`);
    } else if (answer.kind === "musters") table.send("heard", { heard: { text, legions: answer.legions } });
    else {
      if (answer.kind !== "actions") {
        table.tell((answer.remarks || []).slice(0, MOST_REMARKS).map(sentenceOf).join(" "));
        table.send("opened", { answer, game: table.newGame() });
        if (answer.kind === "record") {
          byId("ruling").focus({ preventScroll: true });
          return;
        }
      } else table.send("heard", { heard: null });
      await table.send("carryOut", { actions: answer.actions.map((one) => ({ action: one.text, notes: answer.notes })) });
      byId("ruling").focus({ preventScroll: true });
      if (answer.ways.length) table.send("offer", { actions: answer.ways.map((way) => ({ text: way, says: way })) });
      if (answer.unread) await table.send("unread", { text, fault: answer.unread });
    }
  },
  // One action after the other, up to the first that is not carried out.
  async carryOut(table, { actions }) {
    for (const { action, comment, notes } of actions) {
      const { node } = table.open;
      await table.send("perform", { action, notes });
      if (table.open.node === node || table.open.node.refused) return;
      if (comment) table.send("comment", { words: comment });
    }
  },
  // What was not read is said beneath the field, with the line to go on with and the rules that it may be about.
  async unread(table, { text, fault: fault2 }) {
    const heard2 = { text, fault: fault2 };
    table.send("heard", { heard: heard2 });
    if (narrow()) byId("heard").focus({ preventScroll: true });
    if (text.length > ASKED) return;
    const { rules = [], entries = [] } = await table.ask({ ask: "find", words: text }, "page");
    if (table.state.heard === heard2 && rules.length + entries.length) table.send("heard", { heard: { ...heard2, rules, entries } });
  },
  // A settled dispute is opened on the board; one without a position says how it is settled.
  async scenario(table, { id }) {
    const answer = await table.ask({ ask: "scenario", id }, "page");
    if (answer.error) table.tell(sentenceOf(answer.error.message));
    else if (answer.text === null) table.send("heard", { heard: { text: "", fault: { message: answer.question, hint: answer.explanation } } });
    else await table.send("ask", { text: answer.text });
  },
  async door(table) {
    table.send("games", { games: await table.keep.games() });
  },
  async home(table) {
    table.save();
    table.cancel();
    table.keep.tab = "";
    table.send("door");
  },
  async reopen(table, { id }) {
    if (!await table.adopt(id)) table.tell("This game cannot be opened: what it was played with is not here.");
  },
  async rename(table, { id, name }) {
    await table.keep.rename(id, name.trim());
    table.send("games", { games: await table.keep.games() });
  },
  async erase(table, { id }) {
    await table.keep.remove(id);
    table.send("games", { games: await table.keep.games() });
  },
  async fresh(table, { kind, box }) {
    const { seats, seed, ruleset, options, box: chosen } = table.state.begin;
    const own = box ?? (kind === "game" ? chosen : "standard");
    const panel = kind === "battle" ? "setup" : front();
    const enter = (held) => table.send("enter", { node: newNode(null, { held }), game: table.newGame(), armed: null, panel });
    const empty = kind === "battle" && empties.get(own);
    if (empty) {
      enter(empty);
      return;
    }
    const colors = seats.some((one) => one.color) ? colorsFor(seats, Object.keys(table.state.data.letters)) : [];
    const game = kind === "game" ? { players: seats.map((one) => one.name.trim()), colors, seed: seed.trim() || String(Math.random()), ruleset, options } : null;
    const answer = await table.ask({ ask: "new", kind, box: own, ...game }, "page");
    if (answer.error) {
      table.tell(sentenceOf(answer.error.message));
      return;
    }
    if (kind === "battle") empties.set(own, answer);
    enter(answer);
  }
};

// app/counter.js
function Counter(data, player, marker, index, power) {
  const { drawing } = counterOf(data, index, "attacker", colorsOf(data, player, marker), { power });
  return k("svg", { class: "counter", viewBox: "-62 -51 124 104", "aria-hidden": "true" }, k("use", { href: `#${drawing}` }));
}

// app/viewing.js
var NOBODY = "nobody";
var NOTHING_KNOWN = [[], [], [], 0];
var viewerOf = ({ viewer, node }) => viewer === NOBODY || factsOf(node)[`P/${viewer}`] ? viewer : "";
function seen(state) {
  const facts = factsOf(state.node);
  const viewer = viewerOf(state);
  if (!viewer) return facts;
  const { known } = state.node;
  const shown3 = (
    /** @type {Facts} */
    { ...facts, ...known?.viewer === viewer ? known.facts : {} }
  );
  for (const [marker, [color, land, height, marks, , side]] of legionsIn(facts)) {
    if (color !== viewer) shown3[`L/${marker}`] = [color, land, height, marks, shown3[`K/${marker}`]?.[0] || [], side];
  }
  return shown3;
}
var owns = (state, legion) => !viewerOf(state) || legion?.[0] === viewerOf(state);
function heard(state, node) {
  const { hidden } = node;
  return state.viewer && hidden && hidden[0] !== state.viewer ? { ...node, says: hidden[1], text: "", events: [], because: [] } : node;
}
function Viewing({ state, send }) {
  const players = playersIn(factsOf(state.node)).map(([color]) => color);
  if (!players.length) return null;
  const options = [["", "everything"], ...players.map((color) => (
    /** @type {[string, string]} */
    [color, `what ${color} knows`]
  )), [NOBODY, "what onlookers know"]];
  return choice("The Legions show", options, viewerOf(state), (viewer) => send("viewer", { viewer }), { id: "viewer" });
}
function legionCard(state, marker) {
  const facts = seen(state);
  const legion = facts[`L/${marker}`];
  if (!legion) return null;
  const [color, , height, , known] = legion;
  const name = (i2) => state.data.characters[i2][0];
  const power = facts[`P/${color}`]?.[1];
  const counters = known.length > 0 && k("div", { class: "counters" }, known.map((index, i2) => k("span", { key: i2 }, Counter(state.data, color, marker, index, name(index) === "Titan" ? power : void 0))));
  const words4 = (indexes) => counted(indexes.map(name));
  const [, bounds = [], contents = [], others = 0, rulings = []] = facts[`K/${marker}`] || NOTHING_KNOWN;
  const certain = known.length >= height ? k("span", { class: "unseen" }, `${words4(known)}.`) : known.length ? `For certain: ${words4(known)}.` : contents.length ? "Nothing in it is certain." : "Its characters are not known.";
  const may = bounds.length ? [
    folded("What it may hold", list(bounds.map(([index, least, most2]) => `${name(index)}: ${least} to ${most2}`)), { open: true }),
    folded("Likeliest", list([...contents.map(([weight, indexes]) => `${words4(indexes)} (${weight})`), ...others ? [others > 1 ? `${others} others` : "one other"] : []]), { open: true })
  ] : [];
  return { title: `${color}'s Legion ${marker}, height ${height}`, lead: [counters, certain, ...may].filter(Boolean), rulings };
}

// app/sheet.js
var PART = 60;
var rowId = (node) => `row-${node.id}`;
var shown2 = "";
function Row(state, node, send) {
  const { says, text } = heard(state, node);
  const bad2 = isBad(node);
  const out = state.search && !matches(state, node);
  return k(
    "li",
    { key: node.id, id: rowId(node), class: `move${bad2 ? " bad" : ""}${out ? " out" : ""}` },
    button([
      bad2 && k("small", { class: "bad" }, "illegal"),
      node.parent ? says : node.title || "The beginning",
      node.parent && text && text !== says && !/^[a-z-]+$/.test(text) && k("small", {}, text)
    ], () => send("visit", { node }), { class: "says", tabIndex: -1 }),
    node.comment && k("p", { class: "comment" }, node.comment)
  );
}
function headingOf(node) {
  const now = node.changes || (node.held?.facts ?? {});
  const before = node.changes || !node.parent ? {} : factsOf(node.parent);
  if (now.B && !before.B) return `Battle: ${now.B[0]}`;
  const turn = now.t !== before.t && now.t;
  const active = now.a !== before.a && now.a;
  return turn || active ? `${turn ? `Turn ${turn}` : ""} ${active || ""}`.trim() : null;
}
function branch(state, from, send, items) {
  for (let at2 = from; at2.children.length; [at2] = at2.children) {
    const [first, ...others] = at2.children;
    const heading = headingOf(first);
    if (heading) items.push(k("li", { class: "turn", key: `turn-${first.id}` }, heading));
    items.push(Row(state, first, send));
    for (const other3 of others) {
      const inner = branch(state, other3, send, [Row(state, other3, send)]);
      items.push(k("li", { class: "branch", key: `branch-${other3.id}` }, k("ol", { class: "tree variation" }, inner)));
    }
  }
  return items;
}
function inParts(items) {
  const parts = Array.from({ length: Math.ceil(items.length / PART) }, (_2, i2) => items.slice(i2 * PART, (i2 + 1) * PART));
  return parts.map((part, i2) => k("li", { class: "part", key: i2 }, k("ol", {}, part)));
}
function drawSheet({ state, send }) {
  const root = rootOf(state.node);
  const key = [root.id, state.version, state.viewer, state.search, root.held?.line].join("|");
  if (shown2 !== key) paint("sheet", k("ol", { class: "tree" }, inParts(branch(state, root, send, [Row(state, root, send)]))));
  shown2 = key;
  mark(state.node);
}
function matches(state, node) {
  const rules = [...node.events || [], ...node.because || [], ...node.refused?.rulings || []].map((one) => one.rule);
  const { text, says } = heard(state, node);
  const said = [text, says, node.comment, isBad(node) ? "illegal" : "", ...rules].join(" ").toLowerCase();
  return state.search.split(" ").every((word) => said.includes(word));
}
function mark(node) {
  const before = byId("sheet").querySelector("[aria-current]");
  const row2 = byId(rowId(node));
  if (before === row2) return;
  before?.removeAttribute("aria-current");
  row2?.setAttribute("aria-current", "step");
}
function reveal(node) {
  const box = byId("sheet");
  const row2 = byId(rowId(node));
  if (!row2) return;
  const window = box.getBoundingClientRect();
  const { top, bottom } = row2.getBoundingClientRect();
  if (top < window.top || bottom > window.bottom) box.scrollTop += top - window.top - box.clientHeight / 2;
}

// app/controls.js
var ASIDE = /* @__PURE__ */ new Set(["setup", "odds", "files", "rules"]);
var TYPED = "titan-typed";
var MOST_TYPED2 = 2e4;
var MOST_SHOWN = 5e3;
var panelOf = (tab) => (
  /** @type {Panel} */
  tab.dataset.for
);
var Controls = class {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.guarded = Boolean(history.state?.open);
    this.hash = location.hash;
    const steps = { first: () => this.goto(0), back: () => this.step(-1), on: () => this.step(1), last: () => this.goto(Infinity) };
    const on = (id, kind, act) => byId(id).addEventListener(kind, act);
    for (const tab of all("[role=tab]")) tab.addEventListener("click", () => table.send("panel", { name: panelOf(tab) }));
    byId("ask").value = sessionStorage.getItem(TYPED) || "";
    this.fit();
    for (const control of all("[data-go]")) control.addEventListener("click", steps[
      /** @type {keyof typeof steps} */
      control.dataset.go
    ]);
    for (
      const which of
      /** @type {const} */
      ["undo", "redo"]
    ) on(which, "click", () => this.undo(which));
    for (
      const which of
      /** @type {const} */
      ["promote", "remove"]
    ) on(which, "click", () => table.send(which));
    on("tabs", "keydown", (event) => this.tabKey(event));
    on("show-board", "click", () => table.send("turn"));
    on("home", "click", () => table.send("home"));
    on("file", "change", async () => {
      await table.send("open", { file: byId("file").files?.[0] });
      byId("file").value = "";
    });
    on("ask", "keydown", (event) => this.typed(event));
    on("ask", "paste", (event) => this.pasted(event));
    on("ask", "input", () => this.fit());
    on("ask", "blur", () => {
      byId("ask").scrollTop = 0;
    });
    on("ask-it", "click", () => table.send("ask", { text: byId("ask").value }));
    on("cancel", "click", () => table.cancel());
    on("search", "input", () => table.send("search", { search: byId("search").value.trim().toLowerCase().replace(/\s+/g, " ") }));
    on("comment", "change", () => table.send("comment", { words: byId("comment").value }));
    on("slider", "input", () => this.goto(Number(byId("slider").value)));
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", (event) => this.back(event));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      table.send("open", { file: event.dataTransfer?.files[0] });
    });
  }
  // Whether something is open that Back closes.
  get open() {
    const { panel, tray, pending } = this.table.state;
    return ASIDE.has(panel) || Boolean(tray || pending);
  }
  // While something is open, an entry of the browser's history stands for it.
  guard() {
    if (!this.open || history.state?.open) return;
    history.pushState({ open: true }, "");
    this.guarded = true;
    this.hash = location.hash;
  }
  // Back: what is open is closed, the nearest first; where nothing is open any more, it leaves.
  /** @param {PopStateEvent} event */
  back(event) {
    const leaving = this.guarded && !event.state?.open && location.hash === this.hash;
    this.guarded = Boolean(event.state?.open);
    this.hash = location.hash;
    if (!leaving) return;
    const { panel, tray, pending } = this.table.state;
    if (!this.open) history.back();
    else if (tray) this.table.send("close");
    else if (pending) this.table.send("offer", { actions: null });
    else if (ASIDE.has(panel)) this.table.send("panel", { name: front() });
  }
  // What is typed is kept, and there on return; Enter asks.
  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.key === "Escape") byId("ask").blur();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.table.send("ask", { text: byId("ask").value });
  }
  // A long text is asked at once: a field is slow to show it.
  /** @param {ClipboardEvent} event */
  pasted(event) {
    const text = event.clipboardData?.getData("text") || "";
    if (text.length <= MOST_SHOWN) return;
    event.preventDefault();
    this.table.send("ask", { text });
  }
  /** @param {string} text */
  type(text) {
    byId("ask").value = text;
    this.fit();
  }
  fit() {
    const field = byId("ask");
    sessionStorage.setItem(TYPED, field.value.slice(0, MOST_TYPED2));
    field.rows = Math.min(field.value.split("\n").length, 3);
  }
  /** @param {KeyboardEvent} event */
  tabKey(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const tabs = all("[role=tab]").filter((tab) => tab.offsetParent);
    const next = tabs[(tabs.indexOf(
      /** @type {HTMLElement} */
      document.activeElement
    ) + step + tabs.length) % tabs.length];
    next.focus();
    this.table.send("panel", { name: panelOf(next) });
  }
  /** @param {"undo" | "redo"} which */
  undo(which) {
    const { node } = this.table.state;
    this.table.send(which);
    if (this.table.state.node !== node) announce(which === "undo" ? "Undone" : "Redone");
  }
  /** @param {number} depth */
  goto(depth) {
    const line = lineOn(this.table.open);
    this.table.send("visit", { node: line[Math.max(0, Math.min(depth, line.length - 1))] });
  }
  /** @param {1 | -1} by */
  step(by) {
    this.goto(this.table.open.node.depth + by);
  }
  /** @param {1 | -1} by */
  turn(by) {
    const turnOf = (node) => {
      const facts = factsOf(node);
      return `${facts.t}/${facts.a}/${facts.b?.[0]}`;
    };
    const line = lineOn(this.table.open);
    const here = turnOf(this.table.open.node);
    let { depth } = this.table.open.node;
    while (line[depth + by] && turnOf(line[depth]) === here) depth += by;
    this.goto(depth);
  }
  // The next step that breaks a rule; back to the first after the last.
  bad() {
    const { node } = this.table.open;
    const nodes = [...everyNode(rootOf(node))];
    const at2 = nodes.indexOf(node);
    const next = [...nodes.slice(at2 + 1), ...nodes.slice(0, at2 + 1)].find(isBad);
    if (next) this.table.send("visit", { node: next });
  }
  /** @param {KeyboardEvent} event */
  key(event) {
    const { state, send } = this.table;
    if (!state.node) return;
    const on = (
      /** @type {HTMLInputElement} */
      event.target
    );
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(on.tagName) && on.type !== "range";
    if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y", "Z"].includes(event.key)) {
      event.preventDefault();
      this.undo(event.key === "z" ? "undo" : "redo");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const open = (name) => send("panel", { name });
    const keys = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.goto(0),
      End: () => this.goto(Infinity),
      PageUp: () => this.turn(-1),
      PageDown: () => this.turn(1),
      b: () => send("turn"),
      u: () => this.undo("undo"),
      r: () => this.undo("redo"),
      s: () => open("setup"),
      m: () => open("moves"),
      o: () => open("odds"),
      f: () => open("files"),
      i: () => this.bad(),
      a: () => byId("ask").focus(),
      n: () => byId("next").querySelector("button")?.focus({ preventScroll: true }),
      "/": () => {
        open("moves");
        byId("search").focus();
      },
      Escape: () => send("pick", { chosen: null, armed: null })
    };
    if (state.tray && !isFull(state.tray)) for (const face of [1, 2, 3, 4, 5, 6]) keys[face] = () => send("dice", { dice: [face] });
    if (!keys[event.key] || on.type === "range") return;
    event.preventDefault();
    keys[event.key]();
  }
  // What the controls show of a state.
  /** @param {State} state */
  show(state) {
    const { node, panel } = state;
    this.guard();
    byId("undo").disabled = !undone(state);
    byId("redo").disabled = !redone(state);
    if (!node) return;
    for (const tab of all("[role=tab]")) {
      tab.setAttribute("aria-selected", String(tab.dataset.for === panel));
      tab.tabIndex = tab.dataset.for === panel ? 0 : -1;
    }
    const slider = byId("slider");
    slider.max = String(lineOn(state).length - 1);
    slider.value = String(node.depth);
    slider.setAttribute("aria-valuetext", node.says || "the beginning");
    const comment = byId("comment");
    if (document.activeElement !== comment) comment.value = node.comment || "";
    byId("promote").hidden = !node.parent || Boolean(node.refused) || node.parent.children[0] === node;
    byId("remove").hidden = !node.parent || node.step !== void 0;
    byId("variation").hidden = byId("promote").hidden && byId("remove").hidden;
    byId("found").textContent = state.search && `${[...everyNode(rootOf(node))].filter((one) => matches(state, one)).length} found`;
    byId("sheet").classList.toggle("searched", Boolean(state.search));
  }
};

// app/engine.js
var fault = (message) => ({ error: { code: "engine", message, pointer: "", line: null, hint: null }, faults: [] });
async function post(name, question) {
  const token = new URLSearchParams(location.search).get("token") || "";
  const reply = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Titan-Token": token },
    body: JSON.stringify(question)
  });
  return reply.json();
}
var policy;
var COME = "titan-come";
function trusted(address) {
  const { trustedTypes } = (
    /** @type {{ trustedTypes?: TrustedTypes }} */
    globalThis
  );
  policy ||= trustedTypes?.createPolicy("titan", { createScriptURL: (given) => given });
  return policy ? policy.createScriptURL(address) : address;
}
function keepOffline() {
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
    navigator.serviceWorker.register(trusted("worker.js")).catch(() => {
    });
  }
}
var isFirst = () => "serviceWorker" in navigator && !navigator.serviceWorker.controller;
async function workerScript() {
  const held = document.getElementById("engine");
  if (held) return held.textContent || "";
  const reply = await fetch("engine.js.gz");
  if (!reply.ok) throw new Error(`engine.js.gz: ${reply.status}`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (isFirst()) await caches.open(COME).then((cache) => cache.put(reply.url, new Response(bytes))).catch(() => {
  });
  if (bytes[0] !== 31 || bytes[1] !== 139) return new TextDecoder().decode(bytes);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
async function startedWorker(told) {
  const script = new Blob([await workerScript()], { type: "text/javascript" });
  const worker = new Worker(trusted(URL.createObjectURL(script)));
  const waiting2 = /* @__PURE__ */ new Map();
  let last2 = 0;
  const ready = new Promise((good, bad2) => {
    worker.addEventListener("error", (event) => bad2(new Error(event.message || "the worker does not start")));
    worker.addEventListener("message", ({ data }) => {
      if (data.progress) told(data.progress);
      else if (data.ready) good();
      else if (data.failed) bad2(new Error(data.failed));
      else {
        waiting2.get(data.number)?.(data.answer);
        waiting2.delete(data.number);
      }
    });
  });
  const parts = all("script[data-file]").map((part) => [part.dataset.file, part.textContent?.trim()]);
  worker.postMessage({ files: parts.length ? Object.fromEntries(parts) : null, base: document.baseURI, first: isFirst() });
  await ready;
  return (question) => new Promise((good) => {
    waiting2.set(++last2, good);
    worker.postMessage({ number: last2, question });
  });
}
function workerEngine(told) {
  const began = startedWorker(told);
  return async (question) => (await began)(question);
}
var MOMENT = 300;
var Cancelled = class extends Error {
};
var Engine = class {
  /**
   * @param {"server" | "worker" | "none"} kind
   * @param {(state: State["engine"], words: string) => void} changed called when the state changes
   * @param {(working: boolean) => void} working
   */
  constructor(kind, changed2, working) {
    this.changed = changed2;
    this.working = working;
    this.waiting = 0;
    this.slow = 0;
    this.busy = false;
    this.state = kind === "none" ? "none" : "loading";
    this.queue = [];
    this.post = post;
    changed2(this.state, "");
    this.answer = async () => fault("nobody answers");
    if (kind === "none") return;
    this.answer = kind === "server" ? (question) => post("ask", question) : workerEngine((words4) => changed2("loading", words4));
    this.ask({ ask: "rules", rule: "STRIKE-1" }).then((answer) => {
      this.state = answer.error ? "failed" : "ready";
      changed2(this.state, answer.error?.message || "");
    });
  }
  /**
   * Questions are asked one after the other; one whose signal is given leaves the queue.
   * @template {Question} Q
   * @param {Q} question
   * @param {AbortSignal | null} signal
   * @returns {Promise<Answer<Q>>}
   */
  ask(question, signal = null) {
    const refused = { none: "This page only shows a recorded game: nothing in it can answer.", failed: "The rules could not be loaded.", loading: "", ready: "" }[this.state];
    if (refused) return Promise.resolve(
      /** @type {Answer<Q>} */
      fault(refused)
    );
    this.wait(1);
    return this.queued(question, signal).finally(() => this.wait(-1));
  }
  /** @type {(question: object, signal: AbortSignal | null) => Promise<any>} */
  queued(question, signal) {
    return new Promise((good, bad2) => {
      const job = { question, good };
      this.queue.push(job);
      signal?.addEventListener("abort", () => {
        this.queue = this.queue.filter((one) => one !== job);
        bad2(new Cancelled());
      });
      this.next();
    });
  }
  // How many answers are waited for.
  /** @param {1 | -1} by */
  wait(by) {
    this.waiting += by;
    if (by > 0 && this.waiting === 1) this.slow = setTimeout(() => this.working(true), MOMENT);
    if (this.waiting) return;
    clearTimeout(this.slow);
    this.working(false);
  }
  async next() {
    const first = this.busy ? null : this.queue.shift();
    if (!first) return;
    const { question, good } = first;
    this.busy = true;
    good(await this.answer(question).catch((error) => fault(`No answer came: ${error.message || error}`)));
    this.busy = false;
    this.next();
  }
};

// app/keep.js
var NAME2 = "titan-table";
var VERSION = 2;
var NODES = "nodes";
var GAMES = "games";
var PLACES = "places";
var TAB = "titan-game";
var settled = (request) => new Promise((good, bad2) => {
  request.onsuccess = () => good(request.result);
  request.onerror = () => bad2(request.error);
});
var latest = (one, two) => two.time - one.time;
var finished = (transaction) => new Promise((good, bad2) => {
  transaction.oncomplete = () => good();
  transaction.onabort = () => bad2(transaction.error);
});
function upgrade({ result: database, transaction }, oldVersion) {
  if (!oldVersion) database.createObjectStore(NODES, { keyPath: "id" }).createIndex("root", "root");
  const games = database.createObjectStore(GAMES, { keyPath: "id" });
  if (!oldVersion || !transaction) return;
  settled(transaction.objectStore(PLACES).getAll()).then((places) => {
    for (const { visit: visit2, page: page2, ...place } of places.sort(latest).reverse()) games.put({ ...place, id: page2 || visit2, name: "" });
    database.deleteObjectStore(PLACES);
  });
}
function opened() {
  const request = indexedDB.open(NAME2, VERSION);
  request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
  return settled(request);
}
function merged(row2, kept) {
  const theirs = kept?.comment || "";
  if (!theirs || theirs === row2.comment || theirs === row2.commentBefore) return row2.comment;
  return row2.comment ? `${theirs}
${row2.comment}` : theirs;
}
var Keep = class {
  /** @param {(error: unknown) => void} failed called once, when this browser keeps nothing more */
  constructor(failed) {
    this.failed = failed;
    this.told = false;
    this.writing = Promise.resolve(true);
    this.database = null;
  }
  // The game that this tab is in.
  get tab() {
    return sessionStorage.getItem(TAB) || "";
  }
  set tab(id) {
    sessionStorage.setItem(TAB, id);
  }
  // What was done in a game: nodes that are new or changed, and the ids of those removed; whether it is written down.
  /** @type {(news: { rows: Row[], gone: string[] }, game: Omit<Game, "name" | "time" | "roots">) => Promise<boolean>} */
  write({ rows, gone: gone2 }, game) {
    return this.later(async () => {
      const transaction = await this.transaction("readwrite");
      const done2 = finished(transaction);
      const nodes = transaction.objectStore(NODES);
      const kept = await settled(transaction.objectStore(GAMES).get(game.id));
      await Promise.all(rows.map(async ({ commentBefore, ...row2 }) => {
        nodes.put({ ...row2, comment: merged({ ...row2, commentBefore }, await settled(nodes.get(row2.id))) });
      }));
      for (const id of gone2) nodes.delete(id);
      const roots = [.../* @__PURE__ */ new Set([...kept?.roots || [], ...rows.map((row2) => row2.root)])];
      transaction.objectStore(GAMES).put({ name: "", ...kept, ...game, roots, time: Date.now() });
      await done2;
    });
  }
  /** @type {(id: string, name: string) => Promise<boolean>} */
  rename(id, name) {
    return this.later(async () => {
      const games = (await this.transaction("readwrite")).objectStore(GAMES);
      const game = await settled(games.get(id));
      if (game) await settled(games.put({ ...game, name }));
    });
  }
  /** @type {(id: string) => Promise<boolean>} */
  remove(id) {
    return this.later(async () => {
      const transaction = await this.transaction("readwrite");
      const games = transaction.objectStore(GAMES);
      const game = await settled(games.get(id));
      games.delete(id);
      for (const root of game?.roots || []) {
        for (const key of await settled(transaction.objectStore(NODES).index("root").getAllKeys(root))) transaction.objectStore(NODES).delete(key);
      }
    });
  }
  // Everything kept, newest first.
  /** @returns {Promise<Game[]>} */
  async games() {
    try {
      await this.writing;
      const games = await settled((await this.transaction("readonly")).objectStore(GAMES).getAll());
      return games.sort(latest);
    } catch (error) {
      this.fail(error);
      return [];
    }
  }
  // A game with the rows of its nodes; null if it is not kept.
  /** @type {(id: string) => Promise<{ game: Game, rows: Row[] } | null>} */
  async read(id) {
    try {
      const transaction = await this.transaction("readonly");
      const game = id ? await settled(transaction.objectStore(GAMES).get(id)) : null;
      if (!game) return null;
      const index = transaction.objectStore(NODES).index("root");
      const rows = await Promise.all(game.roots.map((root) => settled(index.getAll(root))));
      return { game, rows: rows.flat() };
    } catch (error) {
      this.fail(error);
      return null;
    }
  }
  /** @type {(mode: IDBTransactionMode) => Promise<IDBTransaction>} */
  async transaction(mode) {
    this.database ||= await opened();
    return this.database.transaction([NODES, GAMES], mode);
  }
  // Changes follow each other; whether this one was made.
  /** @type {(change: () => Promise<void>) => Promise<boolean>} */
  later(change2) {
    this.writing = this.writing.then(change2).then(() => true, (error) => this.fail(error));
    return this.writing;
  }
  /** @type {(error: unknown) => false} */
  fail(error) {
    if (!this.told) this.failed(error);
    this.told = true;
    return false;
  }
};

// app/kits.js
var OWN_BOXES = "titan-boxes";
function grown([tag, attributes, ...children]) {
  return svg(
    /** @type {"g"} */
    tag,
    attributes,
    ...children.map((child) => Array.isArray(child) ? grown(child) : child)
  );
}
function template([id, drawing]) {
  const made = document.createElement("template");
  made.id = id;
  made.content.append(grown(drawing));
  return made;
}
var Kits = class _Kits {
  /**
   * @param {Data} data what the whole page draws with; that of another box takes its place there
   * @param {Ask} ask
   */
  constructor(data, ask) {
    this.data = data;
    this.ask = ask;
    this.files = { ..._Kits.kept(), ...data.boxes };
    this.now = this.key(data.box);
    this.kits = /* @__PURE__ */ new Map([[this.now, { geometry: { ...data }, nodes: [...byId("kit").childNodes] }]]);
  }
  // A box is a shipped name, the name of a file that the page holds, or a document.
  /** @param {BoxName} box */
  key(box) {
    return JSON.stringify([box, typeof box === "string" && this.files[box]]);
  }
  // The boxes of one's own, as questions carry them.
  get held() {
    return Object.keys(this.files).length ? this.files : void 0;
  }
  // A position with its box in it, where that is a file that the page holds and extends no other one.
  /** @type {(position: Position) => Position} */
  whole(position) {
    const own = typeof position.box === "string" && this.files[position.box];
    return own && !this.files[own.extends ?? ""] ? { ...position, box: own } : position;
  }
  /** @type {(name: string, document: BoxDocument) => void} */
  keep(name, document2) {
    this.files[name] = document2;
    try {
      localStorage.setItem(OWN_BOXES, JSON.stringify(this.files));
    } catch {
    }
  }
  /** @returns {Record<string, BoxDocument>} */
  static kept() {
    try {
      return JSON.parse(localStorage.getItem(OWN_BOXES) || "{}");
    } catch {
      return {};
    }
  }
  /** @param {BoxName} box */
  isNow(box) {
    return this.key(box) === this.now;
  }
  // Have what a box is drawn with; an error of the engine if it cannot be had.
  /** @type {(box: BoxName) => Promise<Fault | null>} */
  async fetch(box) {
    const key = this.key(box);
    if (this.kits.has(key)) return null;
    const answer = await this.ask({ ask: "box", box });
    if (answer.error) return answer.error;
    const { geometry, drawings, templates } = answer;
    this.kits.set(key, { geometry, nodes: [grown(drawings), ...Object.entries(templates).map(template)] });
    return null;
  }
  // Draw with a box from now on; whether it is another than before.
  /** @param {BoxName} box */
  use(box) {
    const key = this.key(box);
    const kit = this.kits.get(key);
    if (key === this.now || !kit) return false;
    this.now = key;
    Object.assign(this.data, kit.geometry);
    byId("kit").replaceChildren(...kit.nodes);
    return true;
  }
};

// app/places.js
var copied = (document2) => JSON.parse(JSON.stringify(document2));
var battleIn = (document2) => document2.kind === "battle" ? document2 : document2.battle || null;
function charactersIn(document2) {
  if ("attacker" in document2) {
    const sides = ROLES.map((role) => document2[role]).flatMap(({ characters, slain = [] }) => [...characters.map((one) => one.name), ...slain]);
    return [...sides, ...Object.values(document2.donors || {}).flat()];
  }
  return (document2.players || []).flatMap((player) => (player.legions || []).flatMap((legion) => legion.characters || []));
}
function elsewhere(document2) {
  const tally = "dead" in document2 ? { ...document2.dead } : {};
  for (const name of charactersIn(document2)) tally[name] = (tally[name] || 0) + 1;
  return tally;
}
function placeOf2(pointer, document2) {
  const parts = pointer.split("/").slice(1);
  let at2 = document2;
  const said = [];
  for (const part of parts) {
    const inner = at2?.[part];
    if (part === "attacker" || part === "defender") said.push(`the ${part}'s`);
    else if (inner?.name && inner.hex !== void 0) said.push(`${inner.name}${inner.hex ? ` in ${inner.hex}` : ""}`);
    else if (inner?.color) said.push(`${inner.color}'s`);
    else if (inner?.legion) said.push(`Legion ${inner.legion}`);
    else if (!/^\d+$/.test(part) && !["characters", "players", "legions"].includes(part)) said.push(`(${part.replaceAll("_", " ")})`);
    at2 = inner;
  }
  return said.join(" ");
}

// app/editing.js
function change(table, how, more2) {
  const { held } = table.open.node;
  if (!held) return;
  const document2 = copied(held.position);
  how(document2);
  table.send("edit", { document: document2, ...more2 });
}
var changeBattle = (table, how, more2) => change(table, (document2) => {
  const battle = battleIn(document2);
  if (battle) how(battle);
}, more2);
var changeGame = (table, how, more2) => change(table, (document2) => {
  if (document2.kind === "game") how(document2);
}, more2);
function Palette(table, side, press, put2 = null) {
  const { state } = table;
  const { data, role, armed } = state;
  const colors = colorsOf(data, side.player, side.legion);
  return group("Characters", data.characters.map(([name], index) => {
    const { drawing } = counterOf(data, index, inBattle(state) ? role : "attacker", colors, {});
    const picture = k("svg", { viewBox: "-62 -51 124 104", "aria-hidden": "true" }, k("use", { href: `#${drawing}` }));
    const drag = (event) => dragged(
      event,
      /** @type {SVGElement} */
      event.currentTarget.firstChild,
      (place) => {
        const marked = (
          /** @type {HTMLElement | undefined} */
          place?.closest("[data-hex], [data-at]")?.dataset
        );
        const hex = marked?.hex || marked?.at;
        if (put2 && hex && data.hexes[hex]) put2(name, hex);
      }
    );
    return button(picture, () => press(name), { "aria-label": name, "aria-pressed": String(armed === name), "data-name": name, key: name, onPointerDown: drag });
  }), { class: "palette" });
}

// app/stock.js
function most(data, document2) {
  const out = elsewhere(document2);
  const creatures = data.characters.filter(([name]) => name !== "Titan");
  return Object.fromEntries(creatures.map(([name, , , , count2]) => [name, Math.max(0, count2 - (out[name] || 0))]));
}
function fit(data, document2) {
  const full = most(data, document2);
  const held = document2.caretaker || {};
  for (const name of Object.keys(held)) held[name] = Math.min(held[name], full[name]);
}
function Stock(data, document2, change2) {
  const held = document2.caretaker;
  const full = most(data, document2);
  const counts = { ...full, ...held };
  const stepper = (name) => group(name, [
    k("span", {}, name),
    button("−", () => change2({ ...counts, [name]: counts[name] - 1 }), { "aria-label": `One ${name} less`, disabled: counts[name] <= 0 }),
    k("output", {}, counts[name]),
    button("+", () => change2({ ...counts, [name]: counts[name] + 1 }), { "aria-label": `One ${name} more`, disabled: counts[name] >= full[name] })
  ], { class: "stepper" });
  return folded("The caretaker's stock", [
    faint(held ? "Touch − and + for what lies there." : "All that is nowhere else."),
    k("div", { class: "steppers" }, Object.keys(full).map(stepper)),
    held && button("All that is nowhere else", () => change2(void 0), { id: "full-stock" })
  ], { class: "stock", id: "stock" });
}
function Donors(data, held, others, change2) {
  const summonable = data.characters.filter((one) => one[5]).map(([name]) => name);
  const without = (marker, i2) => {
    const { [marker]: names, ...rest } = held;
    const left = names.toSpliced(i2, 1);
    change2(left.length ? { ...rest, [marker]: left } : rest);
  };
  const chips = Object.entries(held).flatMap(([marker, names]) => names.map((name, i2) => button(`${marker}: ${name} ✕`, () => without(marker, i2), {
    class: "chip",
    "aria-label": `Take ${name} out of ${marker}`
  })));
  const add = (name, { currentTarget }) => {
    const marker = (
      /** @type {HTMLElement} */
      currentTarget.parentElement?.querySelector("select")?.value
    );
    if (marker) change2({ ...held, [marker]: [...held[marker] || [], name] });
  };
  return folded("Whom the attacker may summon", [
    chips.length ? row(chips) : faint("Nobody is known in the attacker's other Legions."),
    row(choice("Legion", others, others[0], () => {
    }), summonable.map((name) => button(`+ ${name}`, (event) => add(name, event), { "data-donor": name })))
  ], { class: "stock", id: "donors" });
}

// app/battleset.js
var ROLE_NAMES = { attacker: "Attacker", defender: "Defender" };
var MOMENTS = [
  ["attacker/maneuver", "Attacker's Maneuver Phase"],
  ["attacker/strike", "Attacker's Strike Phase"],
  ["attacker/strikeback", "Defender strikes back"],
  ["defender/maneuver", "Defender's Maneuver Phase"],
  ["defender/strike", "Defender's Strike Phase"],
  ["defender/strikeback", "Attacker strikes back"]
];
function pieceOf(battle, key) {
  for (const role of key ? ROLES : []) {
    const i2 = battle[role].characters.findIndex((one) => one.hex ? one.hex === key : offKey(role, one.name) === key);
    if (i2 >= 0) return { role, i: i2, character: battle[role].characters[i2] };
  }
  return null;
}
function clear(battle, hex, mine = null) {
  for (const role of ROLES) battle[role].characters = battle[role].characters.filter((one) => one === mine || one.hex !== hex);
}
function putCharacter(table, name, hex) {
  changeBattle(table, (battle) => {
    clear(battle, hex);
    battle[table.state.role].characters.push({ name, hex: (
      /** @type {hex} */
      hex
    ) });
    fit(table.state.data, battle);
  });
}
function touchedHex(table, key, to = null) {
  const { chosen, armed, data, node } = table.open;
  const battle = node.held && battleIn(node.held.position);
  if (!battle) return;
  const piece = pieceOf(battle, to ? key : chosen);
  const target = to || key;
  const pick = (more2) => table.send("pick", { chosen: target === chosen ? null : target, ...more2 });
  if (!data.hexes[target]) pick({ armed: null });
  else if (armed && !to) putCharacter(table, armed, target);
  else if (pieceOf(battle, target) && !to) pick();
  else if (piece) {
    changeBattle(table, (now) => {
      const mine = now[piece.role].characters[piece.i];
      clear(now, target, mine);
      mine.hex = /** @type {hex} */
      target;
    }, { chosen: target });
  }
}
function Piece(table, { role, i: i2, character }) {
  const alter = (how, more2) => changeBattle(table, (battle) => how(battle[role].characters[i2]), more2);
  const flag = (name) => toggle(name, Boolean(character[name]), () => alter((one) => {
    one[name] = !one[name];
  }));
  const hits = (by) => alter((one) => {
    one.hits = Math.max(0, (one.hits || 0) + by);
  });
  return k(
    "div",
    { class: "piece-form" },
    k("b", {}, `${character.name}${character.hex ? ` in ${character.hex}` : ", off the board"}`),
    group("Hits", [
      button("−", () => hits(-1), { "aria-label": "One hit less" }),
      k("output", { id: "hits" }, `${character.hits || 0} hits`),
      button("+", () => hits(1), { "aria-label": "One hit more" })
    ], { class: "stepper" }),
    flag("moved"),
    flag("struck"),
    character.hex && button("Off the board", () => alter((one) => {
      one.hex = null;
    }, { chosen: offKey(role, character.name) })),
    button("Remove", () => changeBattle(table, (battle) => battle[role].characters.splice(i2, 1), { chosen: null }), { class: "bad", id: "remove-piece" })
  );
}
function Side(table, battle, role, own) {
  const { data } = table.state;
  const held = battle[role];
  const set = (more2) => changeBattle(table, (now) => Object.assign(now[role], more2));
  return k(
    "fieldset",
    {},
    k("legend", {}, ROLE_NAMES[role]),
    choice("Player", Object.keys(data.letters), held.player, (player) => set({ player, legion: data.letters[player][0] }), { disabled: !own }),
    choice("Legion", data.letters[held.player] || [held.legion], held.legion, (legion) => set({ legion }), { disabled: !own }),
    count("Score", held.score, 0, (score) => set({ score })),
    role === "attacker" && choice("Enters from the", ["left", "right", "bottom"], held.entry_side, (side) => set({ entry_side: (
      /** @type {BattleSide["entry_side"]} */
      side
    ) }))
  );
}
function BattleFields(table, battle) {
  const { data, role, armed, chosen, node } = table.state;
  const own = node.held?.position.kind === "battle";
  const piece = pieceOf(battle, chosen);
  const set = (more2) => changeBattle(table, (now) => Object.assign(now, more2));
  const others = (data.letters[battle.attacker.player] || []).filter((marker) => marker !== battle.attacker.legion);
  return [
    group("Whose characters", ROLES.map((one) => toggle(`${ROLE_NAMES[one]}: ${battle[one].player}`, one === role, () => table.send("side", { role: one }), { id: `side-${one}` })), { class: "switch wide" }),
    Palette(table, battle[role], (name) => table.send("arm", { name }), (name, hex) => putCharacter(table, name, hex)),
    piece ? Piece(table, piece) : faint(armed ? `Touch the hexes where ${role}'s ${armed} stands, or touch it again to stop.` : "Touch a character, then its hex; or drag it there. Touch one on the board to change it."),
    k(
      "div",
      { class: "fields" },
      choice("Battleland", data.terrains, battle.terrain, (terrain) => set({ terrain }), { id: "terrain", disabled: !own }),
      choice("Battle turn", [1, 2, 3, 4, 5, 6, 7], battle.turn, (turn) => set({ turn: Number(turn) })),
      choice("Moment", MOMENTS, `${battle.side}/${battle.phase}`, (value) => {
        const [side, phase] = value.split("/");
        set({ side: (
          /** @type {Battle["side"]} */
          side
        ), phase: (
          /** @type {Battle["phase"]} */
          phase
        ) });
      }, { id: "moment" }),
      ROLES.map((one) => Side(table, battle, one, own))
    ),
    own && [
      // what stands outside the map
      Donors(data, battle.donors || {}, others, (donors) => changeBattle(table, (now) => {
        now.donors = donors;
        fit(data, now);
      })),
      Stock(data, battle, (caretaker) => set({ caretaker }))
    ]
  ];
}

// app/files.js
async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { done: done2, value } = await reader.read();
    if (done2) break;
    size += value.length;
    if (size > 4 << 20) throw new Error("the link holds too much");
    parts.push(value);
  }
  return new Blob(parts).text();
}
async function readLink(hash) {
  const said = hash.slice(1);
  const step = /^step-(\d{1,9})$/.exec(said);
  if (step) return { step: Number(step[1]) };
  if (!/^(game|sheet|position|try)=/.test(said)) return { text: decodeURIComponent(said) };
  const given = new URLSearchParams(said);
  const [game, sheet] = [given.get("game"), given.get("sheet")];
  if (game !== null) return { game: JSON.parse(await unpacked(game)) };
  if (sheet !== null) return { text: await unpacked(sheet), tried: given.get("try") };
  return { text: given.get("position") ?? "", tried: given.get("try") };
}
async function openGame(table, { position, played: played2 }) {
  await table.send("load", { text: JSON.stringify(position) });
  const actions = Array.isArray(played2) ? played2.map(({ action, comment }) => ({ action: String(action), comment: comment && String(comment) })) : [];
  if (table.state.node) await table.send("carryOut", { actions });
}
async function openLink(table) {
  if (location.hash.length < 2) return false;
  const link = await readLink(location.hash).catch(() => null);
  const { state } = table;
  if (link?.step !== void 0 && state.node && rootOf(state.node).changes) {
    table.controls.goto(link.step);
    return true;
  }
  if (!link || link.step !== void 0) {
    table.tell("This link cannot be read: nothing has been opened.");
    return false;
  }
  if (state.engine === "loading" && !state.node) table.send("glance", { text: link.text || "", document: link.game?.position || glance(state.data, link.text || "") });
  if (link.game) await openGame(table, link.game);
  else {
    await table.send("load", { text: link.text || "" });
    if (table.state.node?.glanced) {
      const { heard: heard2 } = table.state;
      table.send("door");
      table.send("heard", { heard: heard2 });
    }
    const root = table.state.node && rootOf(table.state.node);
    if (root?.record) table.send("visit", { node: endOf(root) });
    if (root && link.tried) await table.send("perform", { action: link.tried });
  }
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}
async function hashOf(table, whole) {
  const { node } = table.open;
  if (node.step && !isAble(table.state)) return `#step-${node.step}`;
  const held = await table.hold();
  if (!held) return null;
  const tried = node.refused ? `&try=${encodeURIComponent(node.text || "")}` : "";
  const { kits } = table;
  const line = lineOf(node);
  if (line.position) line.position = kits.whole(line.position);
  const battle = line.position?.kind === "battle";
  if (whole && battle && line.played.length) return `#game=${await packed(JSON.stringify(line))}`;
  if (whole && !battle && (line.played.length || line.record)) {
    const sheet = await table.exported("sheet", line);
    return sheet && `#sheet=${await packed(sheet)}${tried}`;
  }
  const position = kits.whole(held.position);
  const said = position === held.position ? held.line : (await table.ask({ ask: "draw", position })).line;
  return `#position=${encodeURIComponent(said || "")}${tried}`;
}
async function pictureOf(drawing) {
  const picture = new Image();
  const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 1400;
  canvas.height = Math.round(1400 * picture.naturalHeight / picture.naturalWidth) || 1600;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((good, bad2) => canvas.toBlob((made) => made ? good(made) : bad2(new Error("the picture is too large")), "image/png"));
}
function Files(table) {
  const { state, send } = table;
  const save = (words4, form, id) => button(words4, () => send("save", { form }), { id });
  return [
    row(button("Open a file", () => byId("file").click(), { id: "open-another", class: "main" })),
    faint("A position, a recorded game, a score sheet, a box, or a save of Colossus or Slugathon. Or paste its text into the field above."),
    k("h2", {}, "Share"),
    row(button("Copy a link to this position", () => send("copy", { whole: false }), { id: "copy-link" }), button("Copy a link to the whole line", () => send("copy", { whole: true }), { id: "copy-game" })),
    k("input", { id: "link", readOnly: true, "aria-label": "The link", hidden: !state.link, value: state.link }),
    k("h2", {}, "Save"),
    row(
      save("Position (JSON)", "json", "save-json"),
      save("Game or orders (JSON)", "game", "save-game"),
      save("Score sheet", "sheet", "save-sheet"),
      save("Picture (SVG)", "svg", "save-svg"),
      save("Picture (PNG)", "png", "save-png")
    ),
    row(JapaneseTerms(table)),
    state.data.saved && button(`Save to ${state.data.saved}`, () => send("saveThere"), { id: "save-there", class: "main" })
  ];
}

// app/gameset.js
var PHASES2 = [["commencement", "Commencement"], ["movement", "Movement"], ["engagement", "Engagement"], ["enlistment", "Enlistment"]];
function take(document2, name, many) {
  if (document2.caretaker && name in document2.caretaker) document2.caretaker[name] = Math.max(0, document2.caretaker[name] - many);
}
function legionOf(document2, marker) {
  for (const player of document2.players || []) {
    const legion = player.legions?.find((one) => one.legion === marker);
    if (legion) return { player, legion };
  }
  return null;
}
var changeLegion = (table, marker, how, more2) => changeGame(table, (document2) => {
  const holding = legionOf(document2, marker);
  if (holding) how(holding.legion, document2, holding.player);
}, more2);
function colorOf2(state, game) {
  const colors = (game.players || []).map((player) => player.color);
  return colors.find((color) => color === state.color) ?? colors.find((color) => color === game.active) ?? colors[0];
}
function touchedLand(table, { key, legion }, chosen = table.state.chosen) {
  const { open: state } = table;
  const { made, data } = state;
  const game = state.node.held?.position;
  if (game?.kind !== "game") return;
  if (legion && (legion !== chosen || legion === made)) table.send("pick", { chosen: legion, made: null });
  else if (chosen !== made && legionOf(game, chosen)) {
    changeLegion(table, chosen, (one) => {
      one.land = Number(key);
    }, { chosen });
  } else {
    const color = colorOf2(state, game);
    const taken = new Set(game.players?.flatMap((player) => (player.legions || []).map((one) => one.legion)));
    const marker = data.letters[color].find((one) => !taken.has(one));
    if (!marker) return;
    changeGame(table, (document2) => {
      const player = document2.players?.find((one) => one.color === color);
      if (!player) return;
      player.legions = [...player.legions || [], { legion: marker, land: Number(key), characters: [] }];
      delete player.markers;
      delete document2.caretaker;
    }, { chosen: marker, made: marker });
  }
}
function LegionForm(table, { player, legion }) {
  const alter = (how, more2) => changeLegion(table, legion.legion, how, more2);
  const set = (more2) => alter((one) => Object.assign(one, more2));
  const { characters, height } = legion;
  const leave = (i2) => alter((one, document2) => one.characters?.splice(i2, 1).forEach((name) => take(document2, name, -1)));
  return k(
    "div",
    { class: "piece-form" },
    k("b", {}, `${player.color}'s Legion ${legion.legion} in ${legion.land}`),
    row(characters ? characters.map((name, i2) => button(`${name} ✕`, () => leave(i2), { class: "chip", "aria-label": `Take ${name} out` })) : k("span", {}, `${height} characters, not known`)),
    toggle("moved", Boolean(legion.moved), () => set({ moved: !legion.moved })),
    choice("Enters from the", [["", "–"], "left", "right", "bottom"], legion.entry_side || "", (side) => set({ entry_side: (
      /** @type {Legion["entry_side"]} */
      side || null
    ) })),
    button("Content not known", () => set({ height: (characters || []).length || height || 2, characters: null })),
    button("Remove", () => alter((one, _2, owner) => Object.assign(owner, { legions: owner.legions?.filter((other3) => other3 !== one) }), { chosen: null }), { class: "bad" })
  );
}
function GameFields(table, game) {
  const { state } = table;
  const players = game.players || [];
  const color = colorOf2(state, game);
  const holding = legionOf(game, state.chosen);
  const set = (more2) => changeGame(table, (document2) => Object.assign(document2, more2));
  const join = (name) => changeLegion(table, state.chosen, (legion, document2) => {
    legion.characters = [...legion.characters || [], name];
    delete legion.height;
    take(document2, name, 1);
  });
  return [
    group("Whose Legions", players.map((player) => toggle(player.color, player.color === color, () => table.send("side", { color: player.color }))), { class: "switch wide" }),
    holding ? LegionForm(table, holding) : faint("Touch an empty land to put a Legion there, or a Legion to change it."),
    holding && Palette(table, { player: holding.player.color, legion: holding.legion.legion }, join),
    k(
      "div",
      { class: "fields" },
      count("Turn", game.turn, 1, (turn) => set({ turn })),
      choice("Whose turn", players.map((player) => player.color), game.active, (active) => set({ active })),
      choice("Phase", PHASES2, game.phase, (phase) => set({ phase: (
        /** @type {GameDocument["phase"]} */
        phase
      ) }), { id: "phase" }),
      choice("Movement Roll", [["", "none"], 1, 2, 3, 4, 5, 6], game.roll || "", (roll) => set({ roll: Number(roll) || void 0 }), { id: "movement-roll" })
    ),
    k("div", { class: "fields" }, players.map((player, i2) => count(`${player.color}'s score`, player.score, 0, (score) => changeGame(table, (document2) => {
      Object.assign(document2.players?.[i2] || {}, { score });
    })))),
    Stock(state.data, game, (caretaker) => set({ caretaker }))
  ];
}

// app/tasks.js
var MOST_IN_A_LINK = 6e4;
var CHUNK = 25;
var FEW = 2;
var FORMS = { json: ["position.json", "application/json"], svg: ["position.svg", "image/svg+xml"], sheet: ["game.titan", "text/plain"], replay: ["game.replay.jsonl", "application/json"], orders: ["battle-orders.json", "application/json"] };
var askable = ({ held }) => held?.partial?.position || held?.position;
var undecided = ({ says, text, why = "", ways }) => ({ title: says, text, verdict: "cannot-tell", rulings: [], notes: [sentenceOf(why), ...ways?.length ? [`Possible ways: ${ways.join("; ")}.`] : []] });
function waiting(table, words4) {
  if (table.state.engine === "loading") table.tell(words4);
}
function meantByHex(state, key) {
  const piece = characterOn(state, key);
  const acting = actorOf(state);
  const { chosen, tray } = state;
  if (tray && !tray.single && isFull(tray) && piece?.hex) {
    const carry2 = { hex: (
      /** @type {hex} */
      key
    ), takes: piece.left };
    if (targets(state).has(key)) return ["carry", carry2];
    if (piece.role !== acting && key !== tray.target && leftOver(tray) > 0) return ["refuse", carry2];
  }
  const target = chosen ? targets(state).get(key) : void 0;
  if (target?.text) return ["perform", { action: target.text }];
  const mine = characterOn(state, chosen);
  const strikes = factsOf(state.node).b?.[3] !== "maneuver";
  if (mine && key !== chosen && mine.role === acting && piece?.role !== acting) {
    if (strikes && piece) return ["wonder", { text: `${mine.hex} strikes ${key}` }];
    if (!strikes && state.data.hexes[key]) return ["wonder", { text: mine.hex ? `${mine.name} ${mine.hex}-${key}` : `${mine.name} enters ${key}` }];
    return ["choose", { key: null }];
  }
  return ["choose", { key: piece && key !== chosen ? key : null }];
}
function onlyLegion(state, land) {
  const here = legionsIn(factsOf(state.node)).filter(([, legion]) => String(legion[1]) === land);
  return here.length === 1 ? here[0][0] : null;
}
function meantByLand(state, { key, legion: touched }) {
  const { chosen } = state;
  const target = targets(state).get(key);
  const legion = touched || !chosen && !target && onlyLegion(state, key);
  if (target?.text && target.all.length && (!legion || chosen || target.all[0].action.do === "engage")) {
    return target.all.length === 1 ? ["perform", { action: target.text }] : ["offer", { actions: target.all }];
  }
  if (legion && legion !== chosen) return ["choose", { key: legion }];
  const facts = factsOf(state.node);
  const mine = facts[`L/${chosen}`];
  if (mine && facts.p === "movement" && facts.r && String(mine[1]) !== key && mine[0] === facts.a) return ["wonder", { text: `${chosen} ${key}` }];
  return ["choose", { key: null }];
}
var TASKS = {
  ...BEGINNING,
  async touch(table, { place }) {
    const { open: state } = table;
    if (settingUp(state) && state.node.held) {
      if (inBattle(state)) touchedHex(table, place.key);
      else touchedLand(table, place);
      return;
    }
    waiting(table, "The rules are still loading: your touch is answered when they are here.");
    if (state.node.held?.legal || await table.hold()) table.send(...inBattle(table.open) ? meantByHex(table.open, place.key) : meantByLand(table.open, place));
    else if (place.legion && !inBattle(state)) table.send("choose", { key: place.legion === state.chosen ? null : place.legion });
    else if (state.engine === "none") table.tell("This page shows a recorded game; it has no engine to analyse with.");
  },
  async drop(table, { from, to }) {
    const { open: state } = table;
    if (!from || !to) return;
    if (settingUp(state) && inBattle(state)) touchedHex(table, from.key, to.key);
    else if (settingUp(state)) {
      if (from.legion) touchedLand(table, { key: to.key, legion: null }, from.legion);
    } else {
      table.send("pick", { chosen: from.legion || from.key });
      table.send("touch", { place: { key: to.key, legion: null } });
    }
  },
  // action: in short text or as an object.
  async perform(table, { action, dice = [], carry: carry2 = [], notes }) {
    waiting(table, "The rules are still loading: this is done as soon as they are here.");
    const held = await table.hold();
    if (!held) return;
    if (held.faults.length) {
      table.tell("This position is not possible yet: see what is wrong with it.");
      return;
    }
    const answer = await table.ask({ ask: "act", position: held.position, action, dice, carry: carry2 });
    if (answer.error) table.tell(sentenceOf(answer.error.message));
    else if (answer.verdict === "cannot-tell") table.send("card", { card: undecided(answer) });
    else if (answer.dice) await table.send("roll", { answer });
    else {
      const focused = byId("board").contains(document.activeElement);
      table.send("played", { answer, held });
      const { node } = table.open;
      if (notes?.length) table.send("note", { node, notes });
      announce(node.refused ? `Illegal: ${node.refused.rulings[0]?.text}` : [node.says, ...(node.events || []).filter((one) => one.verdict === "consequence").map((one) => one.text)].join(". "));
      if (!focused) byId("ruling").scrollTop = 0;
    }
  },
  async roll(table, { answer }) {
    const { open: state } = table;
    const { action, text, says } = answer;
    const open = (tray, card) => {
      table.send("tray", { tray, card });
      all("#tray button.die")[0]?.focus({ preventScroll: true });
    };
    const position = askable(state.node);
    if (action?.do !== "strike" || !position) {
      open({ single: true, text, says });
      return;
    }
    const { from, to } = action;
    const reach = state.reach?.from === from ? state.reach : await table.ask({ ask: "legal", position, about: from });
    const target = reach.targets?.[to];
    if (!target) return;
    const option = Math.max(0, target.options.findIndex((one) => one.text === text));
    open({ options: target.options, needs: target.needs, target: to, option, says }, { title: says, rulings: target.rulings });
    table.send("odds", { strike: await table.ask({ ask: "odds", position, from, to }) });
  },
  async dice(table) {
    const { tray } = table.state;
    if (tray?.single && isFull(tray)) await table.send("declare");
    else if (tray && !tray.single) {
      const left = optionOf(tray).dice - tray.dice.length;
      announce(`Dice: ${tray.dice.join(" ")}. ${left ? `${left} to come` : `${hitsOf(tray)} hits, ${tray.needs} to slay, ${Math.max(leftOver(tray), 0)} left over`}`);
    }
  },
  // What a screen reader says of what is only seen: the step that is shown, the choice that is next, where the chosen one may go.
  async visit(_2, { node }) {
    announce(node.says || "The beginning");
  },
  async opened(table) {
    const { node } = table.open;
    announce(node.held?.next.says || node.title || "Opened");
  },
  async enter(table) {
    announce(table.open.node.held?.next.says || "Opened");
  },
  async reach(table) {
    const lit = [...targets(table.open).keys()];
    announce(lit.length ? `Lit: ${lit.join(", ")}` : splitsOf(table.open).length ? "Choose who leaves" : "Nothing is lit");
  },
  async declare(table) {
    const { tray } = table.state;
    if (tray) await table.send("perform", { action: optionOf(tray).text, dice: tray.dice, carry: tray.carry });
  },
  async choose(table, { key }) {
    const { open: state } = table;
    const { held } = state.node;
    if (!key || !held || held.faults.length && !held.partial) return;
    const piece = characterOn(state, key);
    const facts = factsOf(state.node);
    const legion = facts[`L/${key}`];
    if (!inBattle(state) && (legion?.[0] !== facts.a || facts.e || !owns(state, legion))) return;
    const position = held.partial?.position || held.position;
    table.send("reach", { answer: await table.ask({ ask: "legal", position, about: piece ? piece.hex || piece.name : key }, "piece") });
  },
  // Why not: the rules on something that was touched and is not legal.
  async wonder(table, { text }) {
    const { held } = table.open.node;
    const position = askable(table.open.node);
    if (!position) return;
    const answer = await table.ask({ ask: "why", position, action: text });
    if (answer.error) table.send("card", { card: { title: text, notes: [sentenceOf(answer.error.message)] } });
    else if (answer.verdict === "cannot-tell") table.send("card", { card: undecided(answer) });
    else if (answer.verdict === "illegal" && !held?.partial) await table.send("perform", { action: text });
    else if (answer.verdict === "illegal") table.send("card", { card: { title: answer.says, text, verdict: "illegal", rulings: answer.rulings } });
  },
  async held(table, { node, answer }) {
    if (answer.error && !node.held) table.tell(sentenceOf(answer.error.message));
  },
  async panel(table, { name }) {
    if (name === "setup" && table.state.node) await table.hold();
  },
  async analyse(table) {
    await table.hold();
  },
  // Nothing has been done for a moment: what is not yet known of this position is asked, and where one stands is kept.
  async settle(table) {
    const { node, engine } = table.state;
    if (!node) return;
    if (node !== table.savedAt) table.save();
    if (rootOf(node).changes && !isAble(table.state)) history.replaceState(history.state, "", `#step-${node.step || 0}`);
    if (node.held && !node.held.legal && engine !== "none") table.hold().catch(() => {
    });
    await table.send("deduce");
  },
  async viewer(table, { viewer }) {
    const { data } = table.state;
    if (viewer && viewer !== data.viewer && !isAble(table.state)) {
      table.tell(`What ${viewer} can know takes an engine: titan serve, the site, or a page made with titan replay --as ${viewer}.`);
      table.send("viewer", { viewer: data.viewer || "" });
    } else await table.send("deduce");
  },
  // What the viewer can deduce here, asked once.
  async deduce(table) {
    const { node, viewer, data, chosen } = table.state;
    if (!node || !viewer || viewer === data.viewer || node.known?.viewer === viewer || !isAble(table.state)) return;
    const answer = await table.ask({ ask: "deduce", ...lineOf(node), as: viewer });
    if (answer.error) table.tell(`What ${viewer} can know is not to be told here: ${answer.error.message}.`);
    table.send("known", { node, viewer, facts: answer.known || {} });
    if (chosen && !inBattle(table.state)) table.send("choose", { key: chosen });
  },
  // Why hits may not be carried there: the tray stays open.
  async refuse(table, { hex, takes }) {
    const { node, tray } = table.open;
    const position = askable(node);
    if (!position || !tray) return;
    const hits = Math.min(leftOver(tray), Math.max(takes, 1));
    const answer = await table.ask({ ask: "act", position, action: optionOf(tray).text, dice: tray.dice, carry: [...tray.carry, { to: hex, hits }] });
    if (answer.verdict === "illegal") table.send("card", { card: { title: answer.says, text: answer.text, verdict: "illegal", rulings: answer.rulings, arrow: answer.arrow } });
    else if (answer.error) table.tell(sentenceOf(answer.error.message));
  },
  async law(table, { rule }) {
    if (!table.state.laws[rule]) table.send("read", { rule, answer: await table.ask({ ask: "rules", rule }, "page") });
  },
  async simulate(table) {
    if (table.state.odds.running) {
      table.send("odds", { running: null });
      return;
    }
    const held = await table.hold();
    if (!held) return;
    const running = {};
    const isRunning = () => table.state.odds.running === running;
    const count2 = Object.values(table.state.policies).includes("best") ? FEW : CHUNK;
    let so_far = null;
    table.send("odds", { running });
    for (let first = 0; first < table.state.trials && isRunning(); first += count2) {
      const answer = await table.ask({ ask: "simulate", position: held.position, first, count: Math.min(count2, table.state.trials - first), ...table.state.policies, so_far });
      if (!isRunning()) return;
      so_far = answer.so_far;
      table.send("odds", { fought: answer, running: answer.error ? null : running });
    }
    table.send("odds", { running: null });
  },
  async advise(table) {
    const held = await table.hold();
    if (held) table.send("odds", { advice: await table.ask({ ask: "advise", position: held.position }) });
  },
  async japanese(table, { japanese }) {
    keepJapanese(japanese);
  },
  async weigh(table, { land }) {
    const held = await table.hold();
    if (!held) return;
    table.send("odds", { engagement: { land, answer: null } });
    const answer = await table.ask({ ask: "engagement", position: held.position, land });
    table.send("odds", { engagement: { land, answer } });
  },
  async open(table, { file }) {
    if (!file) return;
    const plain = file.name.endsWith(".gz") ? new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))) : file;
    const text = await plain.text().catch((error) => table.tell(`${file.name} cannot be read: ${error.message || error}`));
    if (text !== void 0) await table.send("load", { text, name: file.name, position: await shown(table) });
  },
  async follow(table) {
    return openLink(table);
  },
  async copy(table, { whole }) {
    const hash = await hashOf(table, whole);
    if (!hash) return;
    if (hash.length > MOST_IN_A_LINK) {
      table.tell("This is too long for a link: save it as a file.");
      return;
    }
    table.send("link", { link: `${location.origin === "null" ? location.href.split("#")[0] : location.origin + location.pathname}${hash}` });
    byId("link").select();
    await navigator.clipboard.writeText(table.state.link).then(() => table.tell("The link is copied."), () => table.tell("Copy the link from the field."));
  },
  // Save as a file: form is one of FORMS, "game" for what was played in the form that fits it, or "png".
  async save(table, { form }) {
    const line = lineOf(table.open.node);
    const battle = line.position?.kind === "battle";
    const as = form === "game" ? battle ? "orders" : "replay" : form === "png" ? "svg" : form;
    const text = await table.exported(as, as === "json" || as === "svg" ? null : line);
    if (!text) return;
    if (form === "png") saveAs("position.png", await pictureOf(text), "image/png");
    else saveAs(FORMS[as][0], text, FORMS[as][1]);
  },
  async saveThere(table) {
    const held = await table.hold();
    if (!held) return;
    const answer = await table.engine.post("save", { position: held.position, boxes: table.kits.held });
    table.tell(answer.error ? answer.error.message : `Saved ${answer.saved}`);
  }
};

// app/negotiation.js
var other2 = (role) => role === "attacker" ? "defender" : "attacker";
var lost = (losses) => losses === "all" ? "everything" : losses.length ? counted(losses) : "nothing";
var isExtreme = ({ losses }) => ROLES.every((role) => losses[role] === "all" || !losses[role].length);
var words2 = ({ losses }) => ROLES.map((role) => `the ${role} loses ${lost(losses[role])}`).join(", ");
var shortly = ({ losses }) => {
  const losers = ROLES.filter((role) => losses[role] === "all");
  return losers.length > 1 ? "both lose all" : `the ${losers[0]} loses all`;
};
function Negotiation({ send }, legal) {
  const proposals = legal.flatMap(({ text, action }) => action.do === "propose" ? [{ text, losses: { attacker: action.attacker_loses || [], defender: action.defender_loses || [] } }] : []);
  if (!proposals.length) return null;
  const [extreme, partial] = [proposals.filter(isExtreme), proposals.filter((one) => !isExtreme(one))];
  const choose = ({ currentTarget: field }) => {
    const chosen = partial.find((one) => one.text === field.value);
    field.value = "";
    if (chosen) send("offer", { actions: [{ text: chosen.text, says: `Propose: ${words2(chosen)}` }] });
  };
  const options = (loser) => partial.filter(({ losses }) => losses[loser] === "all").map(({ text, losses }) => k("option", { value: text, key: text }, lost(losses[other2(loser)])));
  return k(
    "div",
    { class: "negotiation" },
    row(k("span", {}, "Propose:"), extreme.map((one) => button(shortly(one), () => send("perform", { action: one.text }), { key: one.text, title: one.text, "data-legal": one.text }))),
    partial.length > 0 && k(
      "select",
      { "aria-label": "Another proposal", id: "propose", onChange: choose },
      k("option", { value: "" }, "Propose what else the winner loses …"),
      ROLES.map((loser) => k("optgroup", { label: `The ${loser} loses everything, the ${other2(loser)}`, key: loser }, options(loser)))
    )
  );
}

// app/choices.js
var BY_TOUCH = /* @__PURE__ */ new Set(["maneuver", "strike", "move", "split"]);
var ROLLED = /* @__PURE__ */ new Set(["roll", "tower", "engage"]);
var isMain = (action) => ROLLED.has(action.do) || action.do.startsWith("end");
var QUIET = /* @__PURE__ */ new Set(["concede", "withdraw", "attempt-concession"]);
var MOST_BUTTONS = 40;
function painted(data, player, legion) {
  const [background, color] = colorsOf(data, player, legion);
  return { background, color };
}
function Player({ data, player, legion = "", who, more: more2, acts, out = false }) {
  return k(
    "li",
    { class: `${acts ? "acts" : ""} ${out ? "gone" : ""}`, "aria-current": acts ? "true" : null, key: who },
    k("b", { style: painted(data, player, legion) }, who),
    more2.map((words4) => k("span", { class: ROLES.some((role) => role === words4) ? "role" : null }, words4))
  );
}
function Roster({ state }) {
  const { data } = state;
  const facts = seen(state);
  const battle = battleOf(state);
  if (battle) {
    const [, , attacker, one, defender, two] = battle.B;
    const owners = { attacker: [attacker, one], defender: [defender, two] };
    return ROLES.map((role) => {
      const [player, legion] = owners[role];
      return Player({ data, player, legion, who: legion, more: [role, player, battle[SIDES[role]][2]], acts: battle.b[1] === role });
    });
  }
  return playersIn(facts).map(([player, [score, power, out, , name]]) => Player({
    data,
    player,
    who: name ? `${player}: ${name}` : player,
    more: [score, out ? "out" : `Titan ${power}`],
    acts: facts.a === player,
    out: Boolean(out)
  }));
}
function promptOf(legal) {
  const may = new Set(legal.map((one) => one.action.do));
  const said = [may.has("strike") || may.has("maneuver") ? "a glowing character" : "", may.has("move") || may.has("split") ? "a glowing Legion" : ""].filter(Boolean).join(" or ");
  return said && k("span", { class: "faint" }, ` Touch ${said}.`);
}
function legions({ state, send }, legal, facts) {
  const markers = new Set(legal.flatMap(({ action }) => action.do === "move" || action.do === "split" || action.do === "muster" ? [action.legion] : []));
  return [...markers].map((marker) => toggle(marker, marker === state.chosen, () => send("choose", { key: marker === state.chosen ? null : marker }), {
    class: "legion",
    "aria-label": `Legion ${marker}`,
    key: marker,
    style: painted(state.data, facts[`L/${marker}`]?.[0] || "", marker)
  }));
}
function Declare({ send }, { text, says, action }) {
  const quiet = QUIET.has(action.do);
  const act = () => quiet ? send("offer", { actions: [{ text, says: `Yes: ${says}` }] }) : send("perform", { action: text });
  const kind = quiet ? "quiet" : isMain(action) ? "main" : null;
  return button(says, act, { title: text, "data-legal": text, class: kind, key: text });
}
function Splitter({ state, send }, facts) {
  const { chosen, leaving, data } = state;
  const legion = facts[`L/${chosen}`];
  const splits = splitsOf(state);
  if (!chosen || !legion || !splits.length) return null;
  const names = legion[4].map((index) => data.characters[index][0]);
  const out = names.filter((_2, i2) => leaving.includes(i2));
  const legal = splits.find(({ action }) => [...action.characters || []].sort().join() === [...out].sort().join());
  const { into } = splits[0].action;
  return k(
    "div",
    { class: "splitter" },
    row(k("span", {}, `Who leaves ${chosen} for ${into}?`), button("Split", () => send("perform", { action: legal ? legal.text : `${chosen}/${into} ${out.join(" ")}` }), { class: "main", disabled: !out.length, "data-legal": legal?.text })),
    row(legion[4].map((index, i2) => toggle([Counter(data, legion[0], chosen, index), k("span", { class: "unseen" }, names[i2])], leaving.includes(i2), () => send("leave", { i: i2 }), { class: "chip" })))
  );
}
function Choices(table) {
  const { state, send } = table;
  const { node, chosen, pending } = state;
  const facts = seen(state);
  const { held } = node;
  const acts = [];
  if (settingUp(state)) return k("p", { class: "says" }, k("b", {}, held?.next.says || facts.w || ""));
  if (pending) {
    acts.push(row(pending.map((one) => button(one.says, () => send("perform", { action: one.text }), { key: one.says })), button("Cancel", () => send("offer", { actions: null }))));
  } else if (held?.legal) {
    if (held.missing) acts.push(k("p", {}, sentenceOf(`Not known: ${held.missing}`)));
    if (facts.p === "commencement" && chosen && !inBattle(state)) acts.push(Splitter(table, facts));
    const others = held.legal.filter(({ action }) => !BY_TOUCH.has(action.do) && action.do !== "propose" && (!chosen || action.do !== "muster" || action.legion === chosen));
    const rank = ({ action }) => QUIET.has(action.do) ? 2 : isMain(action) ? 0 : 1;
    const ordered = others.slice(0, MOST_BUTTONS).sort((one, two) => rank(one) - rank(two));
    const mains = ordered.filter((one) => rank(one) === 0).length;
    const buttons = ordered.map((one) => Declare(table, one));
    acts.push(Negotiation(table, held.legal), row(buttons.slice(0, mains), legions(table, held.legal, facts), buttons.slice(mains)));
    for (const one of held.next.otherwise || []) acts.push(faint(`If nobody concedes: ${one.text}.`));
  } else if (node.changes && isAble(state)) {
    acts.push(row(button("Analyse from here", () => send("analyse"), { id: "analyse", class: "main" })));
  }
  return [
    k("p", { class: "says" }, k("b", {}, held?.next.says || facts.w || ""), held?.legal && !chosen && promptOf(held.legal)),
    k("div", { class: "acts" }, acts)
  ];
}

// app/dice.js
var [NEAR2, FAR2] = [8, 22];
var PIPS = [[], [[15, 15]], [[NEAR2, NEAR2], [FAR2, FAR2]], [[NEAR2, NEAR2], [15, 15], [FAR2, FAR2]], [[NEAR2, NEAR2], [FAR2, NEAR2], [NEAR2, FAR2], [FAR2, FAR2]]];
PIPS.push([...PIPS[4], [15, 15]], [...PIPS[4], [NEAR2, 15], [FAR2, 15]]);
var Pips = (face) => k("svg", { class: "pip", viewBox: "0 0 30 30", "aria-hidden": "true" }, PIPS[face].map(([cx, cy], i2) => k("circle", { cx, cy, r: 2.9, key: i2 })));
var faces = (dice, number) => k(
  "p",
  { class: "faces", role: "img", "aria-label": `Dice: ${dice.join(", ")}` },
  dice.map((die, i2) => k("span", { class: number && die >= number ? "face hit" : "face", key: i2 }, Pips(die), k("span", { class: "unseen" }, die)))
);

// app/ruling.js
var SUM = /(\d+(?:\s*[-+−]\s*\d+)+\s*(?:=|is)\s*\d+)/;
var FEW2 = 9;
function faultsOf({ held }) {
  return (held?.faults || []).map((one) => {
    const place = one.pointer && held && placeOf2(one.pointer, held.position);
    return `${sentenceOf(one.message)}${one.hint ? ` ${sentenceOf(one.hint)}` : ""}${place ? ` – ${place}` : ""}`;
  });
}
function hintOf(state) {
  if (state.engine === "none") return "Leaf through the game with the arrow keys, the slider, or a touch on a move.";
  return settingUp(state) ? "Set the position up, then play on." : "Touch a character or a Legion: what it may do lights up.";
}
function cardOfNode(node, hint) {
  const faults = faultsOf(node);
  const { held } = node;
  if (!node.parent) {
    const owed = held?.owed || [];
    const without = held?.partial?.without.map((pointer) => placeOf2(pointer, held.position)).join(", ");
    const notes2 = without ? [`What may be done is told without ${without}.`] : faults.length || owed.length ? [] : [hint];
    notes2.push(...(node.notes || []).map((one) => `Assumed: ${one}.`));
    return { title: node.title || (faults.length ? "Not a possible position yet" : "The position"), faults, rulings: owed, notes: notes2, comment: node.comment };
  }
  const notes = [...(node.problems || []).filter((one) => !one.startsWith("ILLEGAL")), ...(node.notes || []).map((one) => `Assumed: ${one}.`)];
  const card = { title: node.says || "", text: node.text, notes, comment: node.comment };
  if (node.refused) return { ...card, verdict: "illegal", rulings: node.refused.rulings, instead: node.refused.instead };
  return { ...card, verdict: "legal", rulings: node.because, events: node.events, faults };
}
function cardOfReach(reach, data) {
  const title = reach.character ? `${reach.character}${reach.from ? ` in ${reach.from}` : ", off the board"}` : `Legion ${reach.about}`;
  const notes = (
    /** @type {string[]} */
    []
  );
  const card = (
    /** @type {Card} */
    { title, rulings: reach.rulings || [], notes }
  );
  if (reach.to && Object.keys(reach.to).length) notes.push(`It may go to ${Object.keys(reach.to).join(", ")}; the numbers are what the way costs.`);
  const aims = Object.values(reach.targets || {});
  if (aims.length) notes.push(`It ${reach.must ? "must" : "may"} strike: touch whom.`);
  for (const target of aims) {
    notes.push(`${target.character} in ${target.to}: ${target.options.map((one) => `${one.dice} dice at ${one.strike_number}, slays in ${one.slays}`).join("; or ")}`);
  }
  const rolls = reach.rolls || [];
  for (const moves of rolls) {
    const [{ rulings, missing }] = moves.legal;
    const said = (
      /** @type {[string, string][]} */
      [...landsOf(moves)].map(([land, places]) => {
        const musters = mustersOf(places);
        return [land, `${land} ${data.lands[land][0]}${places[0].engages ? ` against ${places[0].engages}` : ""}${musters.length ? ` (${musters.join(", ")})` : ""}`];
      })
    );
    if (rolls.length === 1 && said.length) card.goes = { roll: moves.roll, lands: said };
    else notes.push(`With a ${moves.roll}: ${said.map(([, words4]) => words4).join(", ") || "nowhere"}.`);
    if (rulings && rolls.length === 1) card.rulings = rulings;
    if (missing) notes.push(`Not known: ${missing}.`);
  }
  return card;
}
function cardOf(state) {
  const { card, chosen, reach, data } = state;
  if (card) return card;
  const legion = chosen && !settingUp(state) && !inBattle(state) ? legionCard(state, chosen) : null;
  if (legion && splitsOf(state).length) legion.lead = [];
  if (reach) return { ...cardOfReach(reach, data), ...legion && { title: legion.title, lead: legion.lead } };
  return legion || cardOfNode(heard(state, state.node), hintOf(state));
}
function diceOf({ dice, number = 0, facts = {} }) {
  if (dice) return [dice, number];
  if (typeof facts.dice === "string" && facts.hits !== void 0) return [facts.dice.split(" ").map(Number), facts.strike_number || 0];
  return facts.die ? [[facts.die], 0] : null;
}
var stressed = (text) => text.split(/\*([^*]+)\*/).map((part, i2) => i2 % 2 ? k("em", {}, part) : part);
var words3 = (text) => sentenceOf(text).split(SUM).map((part, i2) => i2 % 2 ? k("b", { class: "sum" }, part.replaceAll("-", "−")) : stressed(part));
function Law({ answer, own, state, send }) {
  if (!answer || answer.error && !own) return k("div", { class: "law" }, answer?.error?.message || "…");
  if (answer.error) return k("div", { class: "law" }, own);
  const sources = Object.entries(answer.meanings).map(([tag, meaning]) => `${tag}: ${meaning}`).join("; ");
  return k(
    "div",
    { class: "law" },
    k("p", {}, stressed(glossed(state, answer.text))),
    folded("Sources", faint(`${answer.sources}. ${sources}`)),
    Cases(answer.cases, send)
  );
}
var Cases = (cases, send) => cases.length > 0 && folded(
  `${cases.length} cases in the catalogue`,
  list(cases.map((one) => button([k("b", {}, one.id), ` ${one.question}`], () => send("scenario", { id: one.id }), { class: "case", "data-case": one.id })), { class: "cases" })
);
function Item({ ruling: ruling2, state, send }) {
  const { rule, title, text, verdict } = ruling2;
  const rolled2 = diceOf(ruling2);
  const key = rule + text;
  const open = state.unfolded === key;
  return k(
    "li",
    { class: verdict, key },
    rolled2 && faces(...rolled2),
    title && k("b", {}, `${title}. `),
    k("span", {}, words3(glossed(state, text))),
    " ",
    button(rule, () => send("law", { rule, key }), { class: "rule", "aria-expanded": String(open), "aria-label": `Rule ${rule}` }),
    open && Law({ answer: state.laws[rule], own: state.data.laws?.[rule], state, send })
  );
}
var Goes = ({ goes, state, send }) => group(`With a ${goes.roll}`, [k("span", {}, `With a ${goes.roll}: `), goes.lands.map(([land, said]) => button(
  said,
  () => send("touch", { place: { key: land, legion: null } }),
  { class: "chip", key: land, "data-legal": targets(state).get(land)?.text, disabled: !targets(state).has(land) }
))], { class: "goes" });
function Ruling({ state, send }) {
  const card = cardOf(state);
  const keys = /* @__PURE__ */ new Set();
  const once = ({ text, rule }) => !keys.has(rule + text) && keys.add(rule + text);
  const plain = (text) => text.toLowerCase().replace(/[.,]/g, "");
  const telling = (one) => diceOf(one) || plain(one.text) !== plain(card.title || "");
  const rulings = [...card.rulings || [], ...card.events || []].filter(telling).filter(once);
  return [
    card.title && card.title !== state.tray?.says && k("h2", {}, card.verdict === "illegal" && k("span", { class: "badge bad" }, "Illegal"), card.verdict === "cannot-tell" && k("span", { class: "badge" }, "Cannot tell"), " ", card.title),
    card.text && card.text !== card.title && k("p", { class: "short" }, k("code", {}, card.text)),
    card.goes && Goes({ goes: card.goes, state, send }),
    (card.lead || []).map((note) => typeof note === "string" ? k("p", {}, note) : note),
    rulings.length > 0 && k("ul", { class: "rulings" }, rulings.map((ruling2) => Item({ ruling: ruling2, state, send }))),
    (card.notes || []).map((note) => k("p", {}, note)),
    card.faults && card.faults.length > 0 && list(card.faults, { class: "faults" }),
    card.comment && k("blockquote", { class: "comment" }, card.comment),
    card.instead && card.instead.length > 0 && folded("What would have been legal", k(
      "div",
      { class: "instead" },
      card.instead.map((one) => button(one.says, () => send("perform", { action: one.text }), { title: one.text, key: one.text }))
    ), { open: card.instead.length < FEW2 })
  ];
}

// app/heard.js
var FORM = /^(?:to be filled in|as typed in full): titan check (.*)$/m;
var QUOTED = /"([^"]*)"/g;
var GAP2 = "...";
function Unread({ controls }, { message, hint, line }) {
  const [, args] = FORM.exec(hint || "") || [];
  const form = args && [...args.matchAll(QUOTED)].map(([, words4]) => words4).join("\n");
  const said = (hint || "").replace(FORM, "").split("\n").filter(Boolean);
  const take2 = () => {
    controls.type(form || "");
    const field = byId("ask");
    const gap = form?.indexOf(GAP2) ?? -1;
    field.focus();
    if (gap >= 0) field.setSelectionRange(gap, gap + GAP2.length);
  };
  return [
    k("p", {}, k("b", {}, sentenceOf(message)), line ? ` Line ${line}. ` : " ", said.map(sentenceOf).join(" ")),
    form && row(k("code", { class: "form" }, form), button("Put it into the field", take2, { id: "go-on", class: "main" }))
  ];
}
function RuleRow(table, { id, title, text, options, case: settled2 }) {
  const { state, send } = table;
  return k(
    "li",
    { key: id },
    k("ul", {}, Item({ ruling: { rule: id, title, text, verdict: "" }, state, send })),
    options.map((one) => faint(`It depends on the option ${one.option.replaceAll("_", " ")}: ${one.about}.`)),
    settled2 && button([k("b", {}, "A settled dispute: "), settled2.question], () => send("scenario", { id: settled2.id }), { class: "case", "data-case": settled2.id })
  );
}
var Entry = ({ state }, [title, ...lines]) => k("li", { key: title }, k("b", {}, glossed(state, title)), list(lines.map((line) => glossed(state, line))));
function Musters({ terrain = "", characters = [], options, at_most: bounded, fault: fault2 }, i2) {
  if (fault2) return k("li", { key: i2 }, k("b", {}, sentenceOf(fault2.message)));
  const ways = (one) => one.with.map((names) => counted(names) || "any Legion").join(", or ");
  const most2 = bounded ? "at most " : "";
  return k(
    "li",
    { key: i2 },
    k("b", {}, `${terrain}: ${counted(characters)} may muster`),
    options.length ? list(options.map((one) => `${one.muster}, with ${ways(one)}; ${most2}${one.left} left`)) : faint("nothing here.")
  );
}
function Heard(table) {
  const { state, send } = table;
  if (!state.heard) return null;
  const { text = "", fault: fault2, rules = [], entries = [], legions: legions2 = [], waits } = state.heard;
  if (waits) return k("p", {}, waits);
  const unread = fault2 && Unread(table, fault2);
  const found = rules.length > 0 && folded("Rules that it may be about", k("ul", { class: "rules-found" }, rules.map((rule) => RuleRow(table, rule))), { id: "found-rules", open: !(state.node && narrow()) });
  const about = entries.length > 0 && k("ul", { class: "rules-found", id: "entries" }, entries.map((one) => Entry(table, one)));
  const asked = entries.length > 0 || text.trim().endsWith("?");
  return [
    !asked && unread,
    about,
    legions2.length > 0 && k("ul", { class: "rules-found", id: "legions" }, legions2.map(Musters)),
    found,
    asked && folded("Not read as a position or an action", unread),
    button("✕", () => send("heard", { heard: null }), { class: "close", "aria-label": "Close" })
  ];
}

// app/odds.js
var POLICIES = ["greedy", "best", "random"];
var percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
var bad = (error) => k("p", { class: "bad" }, sentenceOf(error.message));
function Table(head, body) {
  return k("table", {}, k("thead", {}, k("tr", {}, head.map((words4) => words4 ? k("th", { scope: "col" }, words4) : k("td", {})))), k("tbody", {}, body));
}
function chance({ calibrated, attacker_wins: simulated }) {
  const { p: p2, low, high } = calibrated || simulated;
  const whole = (share) => `${Math.round(100 * share)} %`;
  const from = calibrated ? `calibrated on ${calibrated.battles} battles of computer players` : "simulated, not calibrated";
  return `Attacker's chance to win: ${whole(p2)} (${whole(low)} to ${whole(high)}), ${from}`;
}
function Fought({ state }) {
  const answer = state.odds.fought;
  if (!answer || answer.error) return [k("div", { class: "chances", role: "img", "aria-label": "No battles fought yet" }), k("div", { id: "odds" }, answer?.error && bad(answer.error))];
  const kinds = [["attacker", answer.attacker_wins], ["defender", answer.defender_wins], ["nobody", answer.mutual]];
  const said = ([who, { p: p2, low, high }]) => `${who} ${percent(p2)} (${percent(low)} to ${percent(high)})`;
  return [
    k(
      "div",
      { class: "chances", role: "img", "aria-label": kinds.map(said).join(", ") },
      kinds.map(([who, { p: p2 }]) => k("span", { class: who, style: { flexGrow: String(p2) } })),
      k("i", { style: { width: `${100 * answer.trials / state.trials}%` } })
    ),
    k("div", { id: "odds" }, k("p", {}, chance(answer)), faint("What these policies did:"), list(kinds.map(said)), faint(`${answer.trials} battles, in brackets 95 % intervals; ${answer.mean_turns.mean.toFixed(1)} turns on average`))
  ];
}
function Strike(answer) {
  if (!answer || answer.error || !("striker" in answer)) return faint(answer?.error?.message || "Choose a striker and a target.");
  return [
    k("p", {}, `${answer.striker} against ${answer.target}: ${answer.dice} dice at ${answer.strike_number}; slays ${percent(answer.slays.p)} (${answer.slays.exact})`),
    Table(["hits", "chance", "that many or more"], answer.hits.map((one) => k(
      "tr",
      {},
      k("td", {}, one.hits),
      k("td", { title: one.exact }, percent(one.p)),
      k("td", {}, percent(one.at_least))
    )))
  ];
}
function Fights(table) {
  const { state, send } = table;
  return k(
    "section",
    {},
    row(button(state.odds.running ? "Stop" : "Fight it out", () => send("simulate"), { id: "simulate", class: "main" }), k("span", { class: "faint" }, "Who would win?")),
    Fought(table),
    k(
      "div",
      { class: "fields" },
      ROLES.map((role) => choice(`The ${role} plays`, POLICIES, state.policies[role], (policy2) => send("policy", { [role]: (
        /** @type {Policy} */
        policy2
      ) }))),
      choice("Battles", [20, 100, 400, 1e3, 5e3], state.trials, (trials) => send("trials", { trials: Number(trials) }))
    ),
    k("h2", {}, "A strike"),
    Strike(state.odds.strike)
  );
}
function engaged(facts) {
  if (facts.B || facts.p !== "engagement") return [];
  if (facts.e) return [facts.e];
  const owners = /* @__PURE__ */ new Map();
  for (const [, [color, land]] of legionsIn(facts)) owners.set(land, (owners.get(land) || /* @__PURE__ */ new Set()).add(color));
  return [...owners].filter(([, colors]) => colors.size > 1).map(([land]) => land);
}
function Engagement(answer) {
  if (!answer) return k("p", {}, "Battles are fought out …");
  if (answer.error) return bad(answer.error);
  const scored = ({ actions, scores }) => k("tr", {}, k("th", { scope: "row" }, actions.at(-1)), ROLES.map((role) => k("td", {}, scores[role])));
  return [
    k("p", {}, chance(answer.battle)),
    Table(["points scored", ...ROLES.map((role) => `${answer.players[role]} (${role})`)], answer.endings.map(scored)),
    faint("A lost battle scores as a concession does, and more if characters that joined were slain. A time loss scores nothing.")
  ];
}
function Advice({ state, send }) {
  const { advice } = state.odds;
  const says = (text) => state.node.held?.legal?.find((one) => one.text === text)?.says || text;
  const plan = ({ actions, wins, gains, costs, why }, i2) => k(
    "li",
    { key: i2 },
    k("p", {}, k("b", {}, actions.map(says).join(", "))),
    k("p", {}, `Wins ${percent(wins.p)} (${percent(wins.low)} to ${percent(wins.high)}), slays ${gains.toFixed(0)} points, loses ${costs.toFixed(0)}. ${why.map(sentenceOf).join(" ")}`),
    row(button("Do it", () => send("carryOut", { actions: actions.map((action) => ({ action })) }), { "data-legal": actions[0] }))
  );
  return k(
    "section",
    {},
    row(button("What had I best do?", () => send("advise"), { id: "advise" }), k("span", { class: "faint" }, "Advice, no ruling.")),
    k("div", { id: "advice", "aria-live": "polite" }, advice?.error ? bad(advice.error) : advice && (advice.best.length ? k("ol", {}, advice.best.map(plan)) : faint("There is nothing to choose.")))
  );
}
function Odds(table) {
  const { state, send } = table;
  const facts = factsOf(state.node);
  if (facts.B) return [Fights(table), Advice(table)];
  const lands = engaged(facts);
  if (!lands.length) return faint("Nobody fights here, and no Engagement waits.");
  return k(
    "section",
    {},
    k("h2", {}, "The Engagement"),
    faint("Who would win, and what do flight and concession score?"),
    row(lands.map((land) => button(`Land ${land}`, () => send("weigh", { land }), { class: "main", "data-engagement": land }))),
    k("div", { id: "engagement", "aria-live": "polite" }, state.odds.engagement && Engagement(state.odds.engagement.answer))
  );
}

// app/setup.js
function Beginnings({ state, send, kits }) {
  const { box, shipped } = state.data;
  const named = typeof box === "string";
  const boxes = [.../* @__PURE__ */ new Set([...named ? [box] : [], ...shipped, ...Object.keys(kits.files)])];
  const begin = (name) => send("fresh", { kind: "battle", box: name === JSON.stringify(box) ? box : name });
  return k(
    "div",
    { class: "begin" },
    row(button("Play on", () => send("panel", { name: front() }), { class: "main", id: "to-play" }), button("Empty battle", () => begin(box), { id: "empty-battle" })),
    folded(`Box: ${named ? box : box.name}`, choice("Box of an empty battle", named ? boxes : [[JSON.stringify(box), box.name || ""], ...boxes], named ? box : JSON.stringify(box), begin, { id: "box" }), { id: "beginning" })
  );
}
function SetUp(table) {
  const { state } = table;
  const document2 = state.node.held?.position;
  const battle = document2 && inBattle(state) && battleIn(document2);
  const faults = faultsOf(state.node);
  return [
    Beginnings(table),
    faults.length > 0 && list(faults, { class: "faults wrong" }),
    battle ? BattleFields(table, battle) : document2?.kind === "game" && GameFields(table, document2),
    document2 && OptionFields(state.data, document2, (more2) => change(table, (whole) => Object.assign(whole, more2)))
  ];
}

// app/tray.js
function rolled(count2) {
  const dice = [];
  const bytes = new Uint8Array(1);
  while (dice.length < count2) {
    crypto.getRandomValues(bytes);
    if (bytes[0] < 252) dice.push(bytes[0] % 6 + 1);
  }
  return dice;
}
var more = (number) => number < 6 ? " or more" : "";
function Tray({ state: { tray }, send }) {
  if (!tray) return null;
  const option = optionOf(tray);
  const full = isFull(tray);
  const { dice, carry: carry2 } = tray;
  const [needs, options] = tray.single ? [0, []] : [tray.needs, tray.options];
  const roll = () => send("dice", { dice: rolled(option.dice - dice.length) });
  return [
    k("h2", {}, tray.says),
    !tray.single && (options.length > 1 ? group("How it is rolled", options.map((one, i2) => toggle(`${one.dice} dice, hits on ${one.strike_number}${one.strike_number < 6 ? "+" : ""}`, i2 === tray.option, () => send("way", { option: i2 }))), { class: "switch" }) : k("p", {}, `${option.dice} dice, hits on ${option.strike_number}${more(option.strike_number)}; ${needs} ${needs === 1 ? "hit slays" : "hits slay"} it (${option.slays})`)),
    !full && group("Tap the dice that lie on the table", [1, 2, 3, 4, 5, 6].map((face) => button([Pips(face), k("span", { class: "unseen" }, face)], () => send("dice", { dice: [face] }), { class: "die", "aria-label": `A die shows ${face}`, key: face })), { class: "pips" }),
    dice.length > 0 && faces(dice, option.strike_number),
    full && !tray.single && k(
      "p",
      {},
      `${hitsOf(tray)} hits, ${needs} slay it${carry2.length ? `; carried: ${carry2.map((one) => `${one.hits} to ${one.to}`).join(", ")}` : ""}. `,
      leftOver(tray) > 0 && k("b", { id: "left-over" }, carriesOf(tray).size ? `${leftOver(tray)} left over: touch a lit enemy to carry.` : [`${leftOver(tray)} left over: nobody may take them at ${option.strike_number}${option.strike_number < 6 ? "+" : ""} (CARRY-1).`])
    ),
    row(
      full ? button(carry2.length ? "Strike and carry" : "Strike", () => send("declare"), { class: "main", key: "strike" }) : button(dice.length ? "Roll the rest" : "Roll", roll, { class: "main", key: "roll" }),
      dice.length > 0 && button("Back", () => send("back")),
      button("Cancel", () => send("close"))
    )
  ];
}

// app/view.js
var SAID = { loading: "The rules are loading …", ready: "", failed: "The rules could not be loaded", none: "" };
var near = { at: null, to: null };
var ROOM2 = 78;
var FEW3 = 4;
var NEXT = "#tray .main, #ruling, #sheet, #door";
var revealing = 0;
var keeping = 0;
function keepFocus() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return;
  cancelAnimationFrame(keeping);
  keeping = requestAnimationFrame(() => {
    if (focused.isConnected && focused.checkVisibility()) return;
    if (document.activeElement && ![focused, document.body].includes(document.activeElement)) return;
    all(NEXT).find((one) => one.checkVisibility())?.focus({ preventScroll: true });
  });
}
var isOpen = (table) => table.state.node !== null;
function draw(table) {
  keepFocus();
  const { state, controls } = table;
  const { engine } = state;
  document.body.dataset.engine = engine;
  document.body.dataset.panel = state.panel;
  document.body.dataset.game = state.game || "";
  put(document.body, "aria-busy", table.began && !state.working ? null : "true");
  byId("state").textContent = engine === "ready" && state.working ? "Working …" : state.progress || SAID[engine];
  byId("cancel").hidden = engine !== "ready" || !state.working;
  byId("heard").hidden = !state.heard;
  paint("heard", Heard(table));
  paint("door", state.node || state.data.engine === "none" ? null : Door(table));
  byId("message").textContent = state.message;
  byId("message").hidden = !state.message;
  controls.show(state);
  if (isOpen(table)) drawGame(table);
  else {
    byId("position").value = "";
    paint("setup", null);
  }
}
function drawGame(table) {
  const { state, board, kits } = table;
  const { node, engine } = state;
  if (kits.use(boxOf(node))) board.forget();
  const raw = factsOf(node);
  const judged = !node.held || Boolean(node.held.legal) || !isAble(state);
  drawBoard(table);
  const line = byId("position");
  line.toggleAttribute("aria-busy", !judged);
  if (document.activeElement !== line && judged) line.value = state.viewer ? "" : node.held?.line || "";
  const steps = lineOn(state).length;
  document.body.dataset.moves = steps > FEW3 ? "some" : steps > 1 ? "few" : "none";
  all("footer")[0].hidden = engine === "none";
  byId("show-board").hidden = !(raw.B && raw.t !== void 0);
  byId("show-board").textContent = inBattle(state) ? "Masterboard" : "Battle";
  byId("tray").hidden = !state.tray;
  byId("viewing").hidden = !((node.parent || rootOf(node).changes) && playersIn(raw).length);
  paint("roster", Roster(table));
  paint("tray", Tray(table));
  paint("viewing", Viewing(table));
  drawSheet(table);
  if (judged || engine !== "ready") {
    paint("next", Choices(table));
    paint("ruling", Ruling(table));
  }
  if (settingUp(state)) paint("setup", SetUp(table));
  if (state.panel === "odds") paint("odds-panel", Odds(table));
  if (state.panel === "files") paint("files", Files(table));
  cancelAnimationFrame(revealing);
  revealing = requestAnimationFrame(() => reveal(node));
}
function drawBoard({ state, board }) {
  const { node, chosen, moved } = state;
  const playing = !settingUp(state);
  const facts = seen(state);
  const passed = chosen || node.refused ? null : passedIn(node.because);
  const show = {
    facts,
    view: viewOf(state),
    chosen,
    moved,
    legal: playing ? targets(state) : /* @__PURE__ */ new Map(),
    able: playing ? able(state) : /* @__PURE__ */ new Set(),
    ...drawnOf(state, node, playing),
    way: passed ?? null
  };
  board.show(show);
  if (narrow()) comeNear(board, show, state, playing);
  else if (near.at !== null) {
    board.gestures.setZoom(null);
    near.at = null;
  }
}
function drawnOf({ card, chosen, tray }, node, playing) {
  if (!playing) return { arrow: null, rulings: [] };
  if (card?.verdict === "illegal") return refusal(card.arrow, card.rulings);
  if (chosen || tray) return { arrow: null, rulings: [] };
  if (node.refused) return refusal(node.arrow, node.refused.rulings);
  return { arrow: node.arrow || null, rulings: [...node.because || [], ...node.events || []] };
}
var refusal = (arrow, rulings = []) => ({
  arrow: arrow ? [`${arrow[0]} ${rulings.some((one) => one.facts?.way) ? "told" : "refused"}`, ...arrow.slice(1)] : null,
  rulings
});
function comeNear({ host, marks, gestures, pieces }, { facts, able: ones, legal, view, arrow }, { node, chosen, tray }, playing) {
  const places = (keys) => [...keys].map((key) => marks.centre(String(key))).filter((place) => place !== null);
  const legions2 = (markers) => places([...markers].map((marker) => facts[`L/${marker}`][1]));
  const size = `${host.clientWidth}x${host.clientHeight}`;
  if (view === "battle" && isBattle(facts)) {
    const target = tray && !tray.single ? [tray.target] : [];
    const now2 = `${node.id}/${chosen}/${target}/${playing}/${size}`;
    if (near.at === now2) return;
    near.at = now2;
    const fighting = [...facts.A[0], ...facts.D[0]].map((one) => one[1]).filter(Boolean);
    const everyone = [...places([...fighting, ...legal.keys(), ...arrow ? arrow.slice(1) : []]), ...pieces.entering(facts.b[1])];
    const acting = chosen ? [...places([chosen, ...legal.keys(), ...target]), ...pieces.waitingAt(chosen)] : everyone;
    gestures.frame(playing ? everyone : [], ROOM2, acting);
    return;
  }
  if (!playing) return;
  const now = `${facts.t}/${facts.a}/${facts.p}/${facts.r}/${size}`;
  if (near.at !== now) {
    near.at = now;
    near.to = null;
    const own = legionsIn(facts).filter(([, [color]]) => color === facts.a).map(([marker]) => marker);
    gestures.nearTo(facts.e ? places([facts.e]) : chosen ? legions2([chosen]) : legal.size ? places(legal.keys()) : ones.size ? legions2(ones) : arrow ? places([arrow[2]]) : legions2(own));
  }
  if (chosen && legal.size && near.to !== chosen) {
    near.to = chosen;
    gestures.seeAll([...legions2([chosen]), ...places(legal.keys())]);
  }
}

// app/main.js
var KEEPS_NOTHING = "This browser keeps nothing: save what you do as a file before you leave.";
var READ_FOR = 8e3;
var REST = 300;
function pageOf(data) {
  const own = (data.record ? byId("data").textContent : data.first?.opened ? data.first.held.line : "") || "";
  let sum = 2166136261;
  for (let i2 = 0; i2 < own.length; i2++) sum = Math.imul(sum ^ own.charCodeAt(i2), 16777619);
  return own && `${own.length}-${(sum >>> 0).toString(36)}`;
}
var Table2 = class {
  /** @param {Data} data */
  constructor(data) {
    this.send = this.send.bind(this);
    this.state = begun(data);
    this.began = false;
    this.holding = null;
    this.savedAt = null;
    this.scopes = { page: new AbortController(), place: new AbortController(), piece: new AbortController() };
    this.page = pageOf(data);
    this.keep = new Keep(() => this.tell(KEEPS_NOTHING));
    this.kits = new Kits(data, (question) => this.ask(question, "page"));
    this.board = new Board(byId("board"), data, this.send, () => this.again());
    this.controls = new Controls(this);
    this.engine = new Engine(data.engine, (engine, words4) => {
      this.send("engine", { engine, words: words4 });
      if (data.worker && engine === "ready") keepOffline();
    }, (working) => this.send("working", { working }));
  }
  // A game that begins now: the one of this page's own document, or a new one.
  newGame() {
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  }
  // An event: what it changes is changed and drawn at once; if it starts a task, a promise of its end.
  /** @type {(...event: Event) => Promise<unknown> | undefined} */
  send(...[type, event]) {
    const before = this.state;
    this.state = update(before, type, event);
    if (this.state !== before) {
      this.left(before);
      draw(this);
    }
    const task = (
      /** @type {((table: Table, event: Event[1]) => Promise<unknown>) | undefined} */
      TASKS[type]
    );
    return task?.(this, event).catch((error) => {
      if (!(error instanceof Cancelled)) throw error;
    });
  }
  // The state while a game is open; what is about a game that has been left ends here.
  get open() {
    if (!this.state.node) throw new Cancelled();
    return this.state;
  }
  // Another size: the board comes as near as is needed there.
  again() {
    cancelAnimationFrame(this.drawing || 0);
    this.drawing = requestAnimationFrame(() => draw(this));
  }
  // Nothing more is waited for.
  cancel() {
    for (
      const scope of
      /** @type {Scope[]} */
      Object.keys(this.scopes)
    ) this.renew(scope);
  }
  // Questions on a place or piece that is no longer looked at are not asked.
  /** @param {State} before */
  left(before) {
    const { node, chosen, version } = this.state;
    const moved = node !== before.node;
    if (moved) this.renew("place");
    if (moved || chosen !== before.chosen) this.renew("piece");
    if (version !== before.version) this.save();
    if (!moved && version === before.version) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.send("settle"), version === before.version ? REST : 0);
  }
  /** @param {Scope} scope */
  renew(scope) {
    this.scopes[scope].abort();
    this.scopes[scope] = new AbortController();
    this.holding = null;
  }
  /** @param {string} message */
  tell(message) {
    clearTimeout(this.telling);
    if (message) this.telling = setTimeout(() => this.tell(""), READ_FOR);
    this.send("tell", { message });
  }
  /**
   * An answer of the engine, in the name of a scope. Every question carries the boxes of one's own; what an answer
   * shows can be drawn once it is here.
   * @template {Question} Q
   * @param {Q} question
   * @param {Scope} scope
   * @returns {Promise<Answer<Q>>}
   */
  async ask(question, scope = "place") {
    const { signal } = this.scopes[scope];
    const answer = await this.engine.ask(Object.assign({ boxes: this.kits.held }, question), signal);
    const box = answer.kind === "record" ? answer.box : answer.position?.box;
    const error = box && await this.kits.fetch(box);
    if (signal.aborted) throw new Cancelled();
    return error ? (
      /** @type {any} */
      { error }
    ) : answer;
  }
  // The engine's answer on the position that is shown, asked for once; null where there is none.
  /** @returns {Promise<Held | null>} */
  async hold() {
    const { node } = this.state;
    if (!node || node.glanced) return null;
    const { record } = rootOf(node);
    if (node.held?.legal) return node.held;
    if (!isAble(this.state) || !(node.held || record)) return node.held || null;
    this.holding ||= this.ask(node.held ? { ask: "draw", position: node.held.position } : { ask: "at", record: record || "", step: node.step || 0 });
    const answer = await this.holding;
    if (!node.held?.legal) this.send("held", { node, answer });
    return node.held || null;
  }
  // A position as a file, or with a line of play all that was played.
  /** @type {(form: string, line?: Line | null) => Promise<string | undefined>} */
  async exported(form, line = null) {
    const answer = await this.ask({ ask: "export", as: form, ...line || { position: (await this.hold())?.position } });
    if (answer.error) this.tell(answer.error.message);
    return answer.text;
  }
  async save() {
    const { node, trail, game } = this.state;
    if (!node || !game) return;
    this.savedAt = node;
    this.keep.tab = this.page ? "" : game;
    const facts = factsOf(node);
    const says = node.held?.next.says || facts.w || "";
    const { again, ...done2 } = news();
    const kept = await this.keep.write(done2, { id: game, at: node.id, end: trail[trail.length - 1].id, facts, says, title: titleOf(node), box: boxOf(node) });
    if (!kept) again();
  }
  // The board is drawn before anything else happens: what was kept, or what the page holds; else the front door.
  /** @param {Data} data */
  async begin(data) {
    let ready = false;
    let asked = false;
    addEventListener("hashchange", () => ready ? this.send("follow") : asked = true);
    const step = /^#step-(\d{1,9})$/.exec(location.hash);
    this.send("door");
    if (data.record) {
      const line = trailTo(endOf(treeOf(data.record)));
      this.send("enter", { node: line[Math.min(Number(step?.[1] ?? data.open ?? 0), line.length - 1)], game: this.page, panel: "moves" });
    } else if (data.first?.opened) this.send("enter", { node: newNode(null, { held: data.first.held }), game: this.page, panel: front() });
    else if (data.first) empties.set(data.first.held.position.box ?? "standard", data.first.held);
    const adopted = location.hash.length > 1 && !step ? false : await this.adopt(this.page || this.keep.tab);
    const followed = (adopted || !step) && await this.send("follow");
    if (!followed && this.state.node) this.hold().catch(() => {
    });
    this.began = true;
    draw(this);
    ready = true;
    if (asked) this.send("follow");
  }
  // Go on in a game that is kept, where one stood; whether there is one.
  /** @param {string} id */
  async adopt(id) {
    const { version } = this.state;
    const kept = await this.keep.read(id);
    if (!kept) return false;
    const nodes = nodesOf(kept.rows);
    const node = nodes.get(kept.game.at) ?? [...nodes.values()][0];
    const end = nodes.get(kept.game.end);
    if (!node || this.state.version > version + 1 || await this.kits.fetch(boxOf(node))) return false;
    forget();
    const trail = end ? trailTo(end) : [];
    this.send("adopt", { node, trail: trail.includes(node) ? trail : trailTo(endOf(node)), game: id });
    this.keep.tab = this.page ? "" : id;
    return true;
  }
};
function titleOf(node) {
  const root = rootOf(node);
  if (root.title) return root.title;
  const facts = factsOf(root);
  if (facts.B) return `${facts.B[0]}: ${facts.B[2]} against ${facts.B[4]}`;
  return playersIn(facts).map(([color, player]) => player[4] || color).join(", ") || "A game";
}
var page = JSON.parse(byId("data").textContent);
new Table2(page).begin(page);
export {
  Table2 as Table
};
