package org.esbmt.administration.console.internal.view;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** A value on a page. */
public sealed interface Cell {
    /** No value. */
    Cell NONE = new Words("–");

    /** Returns the data, or {@link #NONE}. */
    static Cell data(Optional<String> data) {
        return data.<Cell>map(Data::new).orElse(NONE);
    }

    /** Returns the number, or {@link #NONE}. */
    static Cell number(OptionalLong number) {
        return number.isPresent() ? new Count(number.getAsLong()) : NONE;
    }

    /** Data of administration, which no translation changes. */
    record Data(String text) implements Cell {
        public Data {
            requireNonNull(text, "text");
        }
    }

    /** An identifier, a digest or a path. */
    record Code(String text) implements Cell {
        public Code {
            requireNonNull(text, "text");
        }
    }

    /** An identifier that links of other pages lead to. */
    record Anchor(String id) implements Cell {
        public Anchor {
            requireNonNull(id, "id");
        }
    }

    /** A translated text. */
    record Words(String text) implements Cell {
        public Words {
            requireNonNull(text, "text");
        }
    }

    /** A sentence of the bus, in English. */
    record Sentence(String text) implements Cell {
        public Sentence {
            requireNonNull(text, "text");
        }
    }

    /** The name of an object that has a page. */
    record Linked(String href, String data) implements Cell {
        public Linked {
            requireNonNull(href, "href");
            requireNonNull(data, "data");
        }
    }

    /** A link with a translated text. */
    record Deed(String href, String words) implements Cell {
        public Deed {
            requireNonNull(href, "href");
            requireNonNull(words, "words");
        }
    }

    /** A state. The colour repeats the name, and is no information of its own. */
    record State(String name, Tone tone) implements Cell {
        public State {
            requireNonNull(name, "name");
            requireNonNull(tone, "tone");
        }
    }

    /** The meaning of a state. */
    enum Tone {
        GOOD,
        PLAIN,
        BAD;

        /** The name in the style sheet. */
        public String css() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    record Count(long number) implements Cell {}

    /**
     * The use of a limit.
     *
     * @param words the same as a translated sentence
     */
    record Use(long used, long limit, String words) implements Cell {}

    /** A moment, shown in UTC. */
    record Moment(Instant at) implements Cell {
        private static final DateTimeFormatter FORM =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

        public Moment {
            requireNonNull(at, "at");
        }

        /** The moment to the second, with its zone. */
        public String shown() {
            return FORM.format(at) + " UTC";
        }
    }

    /** Several values below one another. */
    record Many(List<Cell> cells) implements Cell {
        public Many {
            cells = List.copyOf(cells);
        }
    }
}
