package com.example.twins;

/** Transports that are equal but for their names: each two of them in a run make a pair. */
public final class EqualTwins {
    private EqualTwins() {}

    public static final class A extends Twin {
        public A() {
            super("twin-a", 0);
        }
    }

    public static final class B extends Twin {
        public B() {
            super("twin-b", 1);
        }
    }

    public static final class C extends Twin {
        public C() {
            super("twin-c", 2);
        }
    }

    public static final class D extends Twin {
        public D() {
            super("twin-d", 3);
        }
    }

    public static final class E extends Twin {
        public E() {
            super("twin-e", 4);
        }
    }

    public static final class F extends Twin {
        public F() {
            super("twin-f", 5);
        }
    }

    public static final class G extends Twin {
        public G() {
            super("twin-g", 6);
        }
    }

    public static final class H extends Twin {
        public H() {
            super("twin-h", 7);
        }
    }
}
