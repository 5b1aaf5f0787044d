package org.esbmt.camel.se.internal.reader;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of attributes, and their meaning. */
final class AttributeValues {
    /** The longest time of any setting in a unit. */
    static final Duration LONGEST = Duration.ofHours(1);

    private static final Pattern DURATION =
            Pattern.compile("(?:([0-9]{1,2})h)?(?:([0-9]{1,3})m(?:in)?)?(?:([0-9]{1,5})s)?(?:([0-9]{1,8})ms)?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");

    private AttributeValues() {}

    /** The kind of value that an attribute takes. */
    interface Kind {
        boolean accepts(String value);

        /** Such as {@code true or false}, for a sentence. */
        String description();
    }

    record Words(List<String> words) implements Kind {
        Words(String... words) {
            this(List.of(words));
        }

        @Override
        public boolean accepts(String value) {
            return words.contains(value);
        }

        @Override
        public String description() {
            return words.size() == 1
                    ? words.get(0)
                    : String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.get(words.size() - 1);
        }
    }

    record Whole(int least, int most) implements Kind {
        @Override
        public boolean accepts(String value) {
            OptionalLong number = number(value);
            return number.isPresent() && number.getAsLong() >= least && number.getAsLong() <= most;
        }

        @Override
        public String description() {
            return "a whole number from " + least + " to " + most;
        }
    }

    record Decimal(int least, int most) implements Kind {
        private static final Pattern FORM = Pattern.compile("[0-9]{1,4}(?:\\.[0-9]{1,6})?");

        @Override
        public boolean accepts(String value) {
            if (!FORM.matcher(value).matches()) {
                return false;
            }
            double number = Double.parseDouble(value);
            return number >= least && number <= most;
        }

        @Override
        public String description() {
            return "a number from " + least + " to " + most;
        }
    }

    /** Milliseconds, or Camel's notation: {@code 1h}, {@code 5m30s}, {@code 250ms}. */
    record Time(Duration least, long unitMillis) implements Kind {
        @Override
        public boolean accepts(String value) {
            Optional<Duration> time = duration(value, unitMillis);
            return time.isPresent()
                    && time.get().compareTo(least) >= 0
                    && time.get().compareTo(LONGEST) <= 0;
        }

        @Override
        public String description() {
            return "a time from " + least.toMillis() + "ms to 1h, written in " + (unitMillis == 1 ? "milli" : "")
                    + "seconds or such as 5m30s";
        }
    }

    /** A text for people, without effect. */
    record Remark() implements Kind {
        @Override
        public boolean accepts(String value) {
            return value.length() <= 1024;
        }

        @Override
        public String description() {
            return "at most 1024 characters";
        }
    }

    record Id() implements Kind {
        @Override
        public boolean accepts(String value) {
            return isName(value);
        }

        @Override
        public String description() {
            return "at most 128 letters, digits, '_', '.' and '-', beginning with one of the first three";
        }
    }

    /** A value that another class checks. */
    record Other(String description) implements Kind {
        @Override
        public boolean accepts(String value) {
            return !value.isBlank() && value.length() <= 4096;
        }
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static OptionalLong number(String text) {
        boolean digits = !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** @param unitMillis the unit of a number alone */
    static Optional<Duration> duration(String text, long unitMillis) {
        OptionalLong number = number(text);
        if (number.isPresent()) {
            return number.getAsLong() > LONGEST.toMillis()
                    ? Optional.empty()
                    : Optional.of(Duration.ofMillis(number.getAsLong() * unitMillis));
        }
        Matcher m = text.length() > 32 ? DURATION.matcher("-") : DURATION.matcher(text);
        if (text.isEmpty() || !m.matches()) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofHours(part(m, 1))
                .plusMinutes(part(m, 2))
                .plusSeconds(part(m, 3))
                .plusMillis(part(m, 4)));
    }

    private static long part(Matcher m, int group) {
        return m.group(group) == null ? 0 : Long.parseLong(m.group(group));
    }
}
