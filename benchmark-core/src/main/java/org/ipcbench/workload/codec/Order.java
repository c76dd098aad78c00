package org.ipcbench.workload.codec;

import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The record that codecs write: an order of twelve fields and a list of positions, as many as let a C structure of them have the asked
 * size. All but its id and its state are made once, from a seed.
 */
public final class Order {
    /** Every id has 16 digits, so that its length is the same in every codec. */
    static final long FIRST_ID = 1_000_000_000_000_000L;

    /** The fields but the positions, as a C structure has them. */
    static final int FIELDS_BYTES = 104;

    static final int POSITION_BYTES = 24;

    /** An order with one position. */
    public static final int MIN_BYTES = FIELDS_BYTES + POSITION_BYTES;

    /** SBE counts positions by 16 bits. */
    public static final int MAX_BYTES = 1 << 20;

    /** The state of an order that another one follows. Neither state is zero, which some codecs do not write. */
    public static final int OPEN = 1;

    /** The state of the last order of a batch. */
    public static final int LAST = 2;

    public static final int ACCOUNT_CHARS = 12;
    public static final int MAX_SYMBOL_CHARS = 8;
    public static final int CURRENCY_CHARS = 3;
    public static final int VENUE_CHARS = 4;
    public static final int REFERENCE_CHARS = 36;

    private static final int MIN_SYMBOL_CHARS = 7;
    private static final int LETTERS = 26;
    private static final double CENTS = 100;
    private static final int MAX_CENTS = 10_000_000;
    private static final int MAX_QUANTITY = 1_000_000;
    private static final int MAX_INSTRUMENT = 10_000_000;
    private static final int MAX_ACCOUNT = 100_000_000;
    private static final String[] CURRENCIES = {"EUR", "USD", "GBP", "JPY", "CHF", "SEK"};
    private static final String[] VENUES = {"XETR", "XLON", "XNAS", "XNYS", "XPAR", "XSWX"};

    /** In November 2023; nanoseconds of a time between it and a year later have 19 digits. */
    private static final long FIRST_NANOS = 1_700_000_000_000_000_000L;

    private static final long YEAR_NANOS = 31_536_000_000_000_000L;

    /** Whether it is bought or sold. */
    public enum Side {
        BUY(1),
        SELL(2);

        final int mark;

        Side(int mark) {
            this.mark = mark;
        }
    }

    /** What its price means. */
    public enum Kind {
        LIMIT(1),
        MARKET(2),
        STOP(3);

        final int mark;

        Kind(int mark) {
            this.mark = mark;
        }
    }

    private final long placed;
    private final Side side;
    private final Kind kind;
    private final double price;
    private final long quantity;
    private final String account;
    private final String symbol;
    private final String currency;
    private final String venue;
    private final String reference;
    private final long[] instruments;
    private final long[] quantities;
    private final double[] prices;
    private long id;
    private int state;

    /** The order that this seed gives. */
    Order(long seed, int positions) {
        SplittableRandom random = new SplittableRandom(seed);
        placed = FIRST_NANOS + random.nextLong(YEAR_NANOS);
        side = Side.values()[random.nextInt(Side.values().length)];
        kind = Kind.values()[random.nextInt(Kind.values().length)];
        price = price(random);
        quantity = 1L + random.nextInt(MAX_QUANTITY);
        account = "ACC-%08d".formatted(random.nextInt(MAX_ACCOUNT));
        symbol = symbol(random);
        currency = CURRENCIES[random.nextInt(CURRENCIES.length)];
        venue = VENUES[random.nextInt(VENUES.length)];
        reference = new UUID(random.nextLong(), random.nextLong()).toString();
        instruments = random.longs(positions, 1, MAX_INSTRUMENT).toArray();
        quantities = random.longs(positions, 1, MAX_QUANTITY).toArray();
        prices = new double[positions];
        for (int i = 0; i < positions; i++) {
            prices[i] = price(random);
        }
    }

    /** The same order for another thread, which gives it ids of its own. */
    Order(Order other) {
        placed = other.placed;
        side = other.side;
        kind = other.kind;
        price = other.price;
        quantity = other.quantity;
        account = other.account;
        symbol = other.symbol;
        currency = other.currency;
        venue = other.venue;
        reference = other.reference;
        instruments = other.instruments;
        quantities = other.quantities;
        prices = other.prices;
    }

    private static double price(SplittableRandom random) {
        return (1 + random.nextInt(MAX_CENTS)) / CENTS;
    }

    private static String symbol(SplittableRandom random) {
        StringBuilder letters = new StringBuilder();
        int length = random.nextInt(MIN_SYMBOL_CHARS, MAX_SYMBOL_CHARS + 1);
        while (letters.length() < length) {
            letters.append((char) ('A' + random.nextInt(LETTERS)));
        }
        return letters.toString();
    }

    /** Whether messages of this size, in bytes, can be orders. */
    public static boolean isSize(int messageBytes) {
        return messageBytes >= MIN_BYTES && messageBytes <= MAX_BYTES;
    }

    /** The number of positions of an order of this size, in bytes, rounded down. */
    public static int positionsOf(int messageBytes) {
        return (messageBytes - FIELDS_BYTES) / POSITION_BYTES;
    }

    /** Makes it the order of a message. */
    void become(long sequence, boolean isLast) {
        id = FIRST_ID + sequence;
        state = isLast ? LAST : OPEN;
    }

    /** Adds every field but id and state. */
    void addTo(OrderSum sum) {
        sum.placed(placed);
        sum.side(side);
        sum.kind(kind);
        sum.price(price);
        sum.quantity(quantity);
        sum.account(account);
        sum.symbol(symbol);
        sum.currency(currency);
        sum.venue(venue);
        sum.reference(reference);
        for (int i = 0; i < instruments.length; i++) {
            sum.position(instruments[i], quantities[i], prices[i]);
        }
    }

    public long id() {
        return id;
    }

    /** {@link #OPEN} or {@link #LAST}. */
    public int state() {
        return state;
    }

    /** When it was placed, in nanoseconds since 1970. */
    public long placed() {
        return placed;
    }

    public Side side() {
        return side;
    }

    public Kind kind() {
        return kind;
    }

    public double price() {
        return price;
    }

    public long quantity() {
        return quantity;
    }

    public String account() {
        return account;
    }

    public String symbol() {
        return symbol;
    }

    public String currency() {
        return currency;
    }

    public String venue() {
        return venue;
    }

    public String reference() {
        return reference;
    }

    /** Number of positions. */
    public int positions() {
        return instruments.length;
    }

    /** The instrument of a position, from 0. */
    public long instrument(int position) {
        return instruments[position];
    }

    public long quantity(int position) {
        return quantities[position];
    }

    public double price(int position) {
        return prices[position];
    }
}
