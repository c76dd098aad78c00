package org.ipcbench.workload.codec;

import org.ipcbench.workload.codec.Order.Kind;
import org.ipcbench.workload.codec.Order.Side;

/**
 * Gets every field of a document that is read, and folds all but id and state into a checksum: each is multiplied by an odd number of its
 * own, so that no difference in one field is lost. Of long texts, as of other messages, one character in 64 is read unless the whole payload
 * is compared. Nothing is allocated.
 */
public final class FieldSum {
    /** Of an odd number, even multiples added stay odd: the fractional part of the golden ratio. */
    private static final long FACTOR = 0x9e37_79b9_7f4a_7c15L;

    private static final long STEP = FACTOR << 1;

    /** Added for each field, so that a missing zero is noticed. */
    private static final long SEEN = 0xc4ce_b9fe_1a85_ec53L;

    private static final int PLACED = 0;
    private static final int SIDE = 1;
    private static final int KIND = 2;
    private static final int PRICE = 3;
    private static final int QUANTITY = 4;
    private static final int ACCOUNT = 5;
    private static final int SYMBOL = 6;
    private static final int CURRENCY = 7;
    private static final int VENUE = 8;
    private static final int REFERENCE = 9;
    private static final int POSITIONS = 10;

    private static final int WRITTEN = 0;
    private static final int LANGUAGE = 1;
    private static final int TITLE = 2;
    private static final int AUTHOR = 3;
    private static final int BODY = 4;

    private static final int HASH_FACTOR = 31;
    private static final int LINE_CHARS = 64;

    private final int charsAStep;
    private long id;
    private int state;
    private long sum;
    private long positionFactor;

    /**
     * A sum of nothing.
     *
     * @param isWhole whether every character of a long text is read
     */
    FieldSum(boolean isWhole) {
        charsAStep = isWhole ? 1 : LINE_CHARS;
    }

    /** Forgets the document before. */
    public void begin() {
        id = 0;
        state = 0;
        sum = 0;
        positionFactor = factor(POSITIONS);
    }

    public void id(long value) {
        id = value;
    }

    public void state(int value) {
        state = value;
    }

    public void placed(long nanos) {
        add(nanos, factor(PLACED));
    }

    public void side(Side side) {
        add(side.mark, factor(SIDE));
    }

    public void kind(Kind kind) {
        add(kind.mark, factor(KIND));
    }

    public void price(double price) {
        add(Double.doubleToRawLongBits(price), factor(PRICE));
    }

    public void quantity(long quantity) {
        add(quantity, factor(QUANTITY));
    }

    public void account(CharSequence account) {
        add(account, factor(ACCOUNT));
    }

    public void symbol(CharSequence symbol) {
        add(symbol, factor(SYMBOL));
    }

    public void currency(CharSequence currency) {
        add(currency, factor(CURRENCY));
    }

    public void venue(CharSequence venue) {
        add(venue, factor(VENUE));
    }

    public void reference(CharSequence reference) {
        add(reference, factor(REFERENCE));
    }

    /** The next position, in their order. */
    public void position(long instrument, long quantity, double price) {
        long factor = positionFactor;
        add(instrument, factor);
        add(quantity, factor + STEP);
        add(Double.doubleToRawLongBits(price), factor + (STEP << 1));
        positionFactor = factor + STEP + (STEP << 1);
    }

    public void written(long nanos) {
        add(nanos, factor(WRITTEN));
    }

    public void language(CharSequence language) {
        add(language, factor(LANGUAGE));
    }

    public void title(CharSequence title) {
        add(title, factor(TITLE));
    }

    public void author(CharSequence author) {
        add(author, factor(AUTHOR));
    }

    public void body(CharSequence body) {
        add(body, factor(BODY), charsAStep);
    }

    private static long factor(int field) {
        return FACTOR + field * STEP;
    }

    private void add(CharSequence text, long factor) {
        add(text, factor, 1);
    }

    private void add(CharSequence text, long factor, int step) {
        int hash = text.length();
        for (int i = 0; i < text.length(); i += step) {
            hash = HASH_FACTOR * hash + text.charAt(i);
        }
        add(hash, factor);
    }

    private void add(long value, long factor) {
        sum += value * factor + SEEN;
    }

    long id() {
        return id;
    }

    int state() {
        return state;
    }

    /** The checksum. */
    long value() {
        return sum;
    }
}
