package org.esbmt.guarded.saxon;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Collator;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.WeekFields;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Uses the parts of the Java library behind Saxon's functions, so that their classes are initialized while the stack
 * has room. Any other class, or one initialized by another path, is only entered with {@link StackRoom}.
 */
final class PlatformClasses {
    private static final String TEXT = "a\u0301\u1e9b\u0323\u00e9\uac00 1 \ud835\udc00";

    private PlatformClasses() {}

    /** Returns a value that depends on every call, so that the compiler removes none. */
    static int initialize() {
        StackRoom.require();
        return texts() + numbers() + times() + addresses() + collections() + documents();
    }

    private static int texts() {
        int seen = 0;
        for (Normalizer.Form form : Normalizer.Form.values()) {
            seen += Normalizer.normalize(TEXT, form).length() + (Normalizer.isNormalized(TEXT, form) ? 1 : 0);
        }
        for (String regex :
                List.of("(?iu)[\\p{L}\\p{IsGreek}&&[^\\d]]+|(a*?)(?>b)\\1\\b$", "\\X|\\s\\w{2,}?", "(?<n>a|b)+c")) {
            seen += Pattern.compile(regex).matcher(TEXT).replaceAll("-").length();
        }
        Collator collator = Collator.getInstance(Locale.ENGLISH);
        collator.setDecomposition(Collator.FULL_DECOMPOSITION);
        seen += (collator.compare("a", "b") < 0 ? 1 : 0)
                + collator.getCollationKey("a").toByteArray().length;
        for (String charset : List.of("UTF-8", "UTF-16", "ISO-8859-1", "US-ASCII", "windows-1252", "Big5", "x-none")) {
            if (Charset.isSupported(charset)) {
                Charset known = Charset.forName(charset);
                seen += known.newEncoder().canEncode('a') ? 1 : 0;
                seen += known.decode(known.encode(CharBuffer.wrap(TEXT))).length();
            }
        }
        seen += String.format(Locale.ROOT, "%s %d %.2f %x %n", "a", 1, 1.5, 255).length();
        seen += TEXT.toUpperCase(Locale.ROOT).length()
                + TEXT.toLowerCase(Locale.forLanguageTag("tr")).length();
        seen += "\u039f\u03a3 \u0130".toLowerCase(Locale.ROOT).length()
                + "\u00df\ufb03".toUpperCase(Locale.ROOT).length();
        seen += Character.UnicodeBlock.of('a').hashCode()
                + Character.UnicodeScript.of('a').hashCode();
        try {
            for (String digest : List.of("MD5", "SHA-256")) {
                seen += MessageDigest.getInstance(digest).digest(TEXT.getBytes(UTF_8)).length;
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("The platform lacks a digest that it must have.", e);
        }
        return seen;
    }

    private static int numbers() {
        BigDecimal third = BigDecimal.ONE.divide(new BigDecimal("3.00"), 40, RoundingMode.HALF_EVEN);
        BigInteger large = BigInteger.TEN.pow(2_000);
        int seen = third.multiply(new BigDecimal(Double.MIN_NORMAL), MathContext.DECIMAL128)
                .stripTrailingZeros()
                .scale();
        seen += third.toPlainString().length()
                + third.toString().length()
                + third.toBigInteger().signum();
        seen += large.toString().length()
                + large.mod(BigInteger.valueOf(7)).intValue()
                + large.shiftLeft(9).bitLength();
        seen += third.divideToIntegralValue(BigDecimal.TEN)
                .remainder(BigDecimal.TEN)
                .intValue();
        double sum = 0;
        for (String text : List.of("4.9e-324", "1.7976931348623157e308", "123456789012345678901234567890.1234e-30")) {
            double number = Double.parseDouble(text);
            sum += number;
            seen += Double.toString(number).length()
                    + Float.toString((float) number).length();
        }
        seen += new BigDecimal(sum).precision() + (int) StrictMath.pow(2, Math.sin(1)) + (int) Math.exp(1);
        return seen + new Random(seen).nextInt(2) + Float.floatToIntBits(Float.parseFloat("1.5e-40"));
    }

    private static int times() {
        int seen = 0;
        for (String zone : List.of("America/New_York", "Europe/London", "Asia/Kolkata", "UTC", "GMT+01:30", "none")) {
            TimeZone known = TimeZone.getTimeZone(zone);
            GregorianCalendar calendar = new GregorianCalendar(known, Locale.ROOT);
            calendar.setLenient(false);
            calendar.clear();
            calendar.set(2026, Calendar.FEBRUARY, 3, 4, 5, 6);
            calendar.add(Calendar.MONTH, 5);
            seen += calendar.get(Calendar.WEEK_OF_YEAR) + calendar.getMaximum(Calendar.DAY_OF_MONTH);
            seen += known.getOffset(calendar.getTimeInMillis())
                    + known.getDisplayName(Locale.ENGLISH).length();
        }
        ZoneId zone = ZoneId.of("America/New_York");
        Instant instant = Instant.ofEpochSecond(1_800_000_000, 5);
        seen += zone.getRules().getOffset(instant).getTotalSeconds()
                + ZoneId.getAvailableZoneIds().size();
        seen += zone.getRules().isDaylightSavings(instant) ? 1 : 0;
        ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
        seen += OffsetDateTime.from(now).getOffset().getTotalSeconds()
                + LocalDateTime.from(now).getSecond();
        seen += now.get(ChronoField.DAY_OF_WEEK) + now.get(WeekFields.ISO.weekOfWeekBasedYear());
        return seen + DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(now).length();
    }

    private static int addresses() {
        URI uri = URI.create("http://a@h:80/a/./b/../\u00e9\u0301?c#d");
        return uri.resolve("../../x").normalize().toASCIIString().length()
                + new String(uri.getPath().getBytes(US_ASCII), US_ASCII).length();
    }

    private static int collections() {
        int[] numbers = new Random(1).ints(500, 0, 100).toArray();
        Arrays.sort(numbers);
        Integer[] objects = Arrays.stream(numbers).boxed().toArray(Integer[]::new);
        Arrays.sort(objects);
        Arrays.sort(objects, (a, b) -> Integer.compare(b, a));
        return Stream.concat(Stream.of(objects), Stream.of(1, 2))
                        .flatMap(n -> Stream.of(n, n))
                        .filter(n -> n > 0)
                        .sorted()
                        .distinct()
                        .skip(1)
                        .limit(3)
                        .collect(Collectors.toList())
                        .size()
                + new TreeMap<>(List.of(1, 2).stream().collect(Collectors.toMap(n -> n, n -> n))).size()
                + Stream.of(1, 2).reduce(0, Integer::sum);
    }

    private static int documents() {
        try {
            Bounded.parsers()
                    .newSAXParser()
                    .parse(new InputSource(new StringReader("<a b='c'>&lt;<!-- d --></a>")), new DefaultHandler());
            return 1;
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalStateException("The platform's parser cannot read.", e);
        }
    }
}
