/* Run by `mutool run`: for each path on standard input, prints what MuPDF finds in that PDF, as one line of JSON. */
'use strict';
var MOST_OBJECTS = 400;
var MOST_STEPS = 200;
var triggers = 'O C E X D U Fo Bl PO PC PV PI K F V WC WS DS WP DP'.split(' ');
var fileKeys = ['F', 'UF', 'DOS', 'Mac', 'Unix'];
var elsewhere = /^\s*(?:[\\\/]{2}|(?:file|smb|https?|ftps?|davs?):)/i;

function see(path) {
  var pdf = new PDFDocument(path);
  if (pdf.needsPassword()) return { password: true };
  var seen = { names: {}, elsewhere: false, opens: false, pages: 0 };
  var trailer = pdf.getTrailer();
  walk(trailer, seen, 0);
  var count = Math.min(pdf.countObjects(), MOST_OBJECTS);
  for (var number = 1; number < count; number++)
    attempt(function () {
      walk(pdf.newIndirect(number, 0).resolve(), seen, 0);
    });
  attempt(function () {
    seen.pages = pdf.countPages();
  });
  return { names: Object.keys(seen.names), elsewhere: seen.elsewhere, opens: seen.opens, pages: seen.pages };
}

function attempt(step) {
  try {
    step();
  } catch (error) {
    /* An object that MuPDF cannot read is ignored. */
  }
}

function walk(value, seen, depth) {
  if (depth > 100 || value.isIndirect()) return;
  if (value.isName()) seen.names[value.asName()] = true;
  if (value.isArray() || value.isDictionary() || value.isStream())
    value.forEach(function (first, second) {
      /* Older versions pass the key first. */
      var item = typeof first === 'object' ? first : second;
      var key = item === first ? second : first;
      if (typeof key === 'string') seen.names[key] = true;
      attempt(function () {
        walk(item, seen, depth + 1);
      });
    });
  if (value.isDictionary() || value.isStream())
    attempt(function () {
      judge(value, seen);
    });
}

function judge(dict, seen) {
  if (isSet(dict.get('JS')) && isSet(dict.get('S'))) seen.names.JavaScript = true;
  var actions = [dict.get('OpenAction')];
  var additional = dict.get('AA');
  if (isDict(additional))
    triggers.forEach(function (trigger) {
      actions.push(additional.get(trigger));
    });
  if (
    actions.some(function (action) {
      return opens(action, { left: MOST_STEPS });
    })
  )
    seen.opens = true;
  fileKeys.forEach(function (key) {
    var name = resolved(dict.get(key));
    if (name && name.isString() && elsewhere.test(name.asString())) seen.elsewhere = true;
  });
}

/* Whether performing the action opens a URL, directly or through one of its next actions. */
function opens(action, steps) {
  var dict = resolved(action);
  if (!isDict(dict) || steps.left-- <= 0) return false;
  var kind = resolved(dict.get('S'));
  if (kind && kind.isName() && kind.asName() === 'URI' && isSet(dict.get('URI'))) return true;
  var next = resolved(dict.get('Next'));
  if (next && next.isArray()) {
    for (var index = 0; index < next.length; index++) if (opens(next.get(index), steps)) return true;
    return false;
  }
  return opens(next, steps);
}

function resolved(value) {
  return value && typeof value.resolve === 'function' ? value.resolve() : value;
}
function isSet(value) {
  return !!value && !resolved(value).isNull();
}
function isDict(value) {
  var found = resolved(value);
  return !!found && found.isDictionary();
}

function nextPath() {
  try {
    return readline();
  } catch (error) {
    return null;
  }
}

for (var line = nextPath(); line; line = nextPath()) {
  var reply;
  try {
    reply = see(line);
  } catch (error) {
    reply = { broken: true };
  }
  print(JSON.stringify(reply));
}
