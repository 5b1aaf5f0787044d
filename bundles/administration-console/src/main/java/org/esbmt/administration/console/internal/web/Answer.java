package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.console.internal.view.View;

/** An answer of a page. */
public sealed interface Answer {

    /** A page. */
    record Shown(View view) implements Answer {
        public Shown {
            requireNonNull(view, "view");
        }
    }

    /** The address of the page to read next. */
    record Moved(String address) implements Answer {
        public Moved {
            requireNonNull(address, "address");
        }

        /** After a change, with the key of the text that states it. */
        public static Moved done(String address, String key) {
            return new Moved(Links.with(address, "done", key));
        }
    }

    /** The login page, with the key of the text that states a change. The session ends. */
    record LoggedOut(String key) implements Answer {
        public LoggedOut {
            requireNonNull(key, "key");
        }
    }

    /** A file to keep. Its bytes do not change. */
    final class Download implements Answer {
        private final String name;
        private final byte[] bytes;

        public Download(String name, byte[] bytes) {
            this.name = requireNonNull(name, "name");
            this.bytes = requireNonNull(bytes, "bytes");
        }

        /** The name of the file, without characters that a field of HTTP or a file system interprets. */
        public String name() {
            return name.replaceAll("[^A-Za-z0-9._-]", "_");
        }

        public byte[] bytes() {
            return bytes;
        }
    }

    /**
     * News for a script of the page: a part of the page is in another state, and is read again.
     *
     * @param state compared with the state before, and never sent
     * @param running false if it changes no more
     */
    record Progress(Object state, boolean running) implements Answer {
        public Progress {
            requireNonNull(state, "state");
        }

        String json() {
            return "{\"running\":" + running + "}";
        }
    }

    /** Data for a script of the page. */
    record Json(String text) implements Answer {
        public Json {
            requireNonNull(text, "text");
        }
    }
}
