// Loaded into a Deckcast by --import: its wall clock is off by CLOCK_OFFSET_MS; performance.now stays right.
const offset = Number(process.env.CLOCK_OFFSET_MS);
const RightDate = Date;

globalThis.Date = class Date extends RightDate {
  constructor(...parts) {
    if (parts.length === 0) super(RightDate.now() + offset);
    else super(...parts);
  }

  static now() {
    return RightDate.now() + offset;
  }
};
