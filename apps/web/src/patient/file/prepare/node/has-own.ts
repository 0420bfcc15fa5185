// @noble/hashes calls it when it loads. Safari lacks it before 15.4.
Object.hasOwn ??= (object, key) => Object.prototype.hasOwnProperty.call(object, key);
