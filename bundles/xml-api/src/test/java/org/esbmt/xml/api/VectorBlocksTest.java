package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Vectors pass over nothing that words would not, and count the same. */
class VectorBlocksTest {
    private static final TagWords NAMES = new TagWords("Envelope", "Header", "Body", "TenantContext");
    private static final XmlLimits DEEP = new XmlLimits(1024, 100, 8192, 1024, 64, 3000, 1L << 20, 1024);
    private static final String ORDER = "<order><symbol>IBM</symbol><buyerID>asankha</buyerID></order>";
    private static final int BLOCK = WideBlocks.BLOCK;

    private static final String[] PARTS = {
        "<",
        "/",
        ">",
        "</",
        "/>",
        ":",
        " ",
        "\n",
        "\t",
        "\r",
        "\u000B",
        "\u0000",
        "\u001F",
        "\u007F",
        "\u0080",
        "\u00FF",
        "\"",
        "'",
        "&",
        "#",
        "!",
        "?",
        "<!--",
        "<?x?>",
        "=",
        "a",
        "Z",
        "_",
        "@",
        "<a>",
        "</a>",
        "<a/>",
        "<a b='c'>",
        "<Body>",
        "</s:bODY>",
        "<eNVELOPE ",
        "Header:",
        "<tenantContext>",
        "<tenant>",
        "<head>",
        "</Boden>",
        "x".repeat(70),
        "x".repeat(130),
        "x".repeat(260),
        ORDER,
        ORDER,
        ORDER.repeat(5)
    };

    private final WideBlocks vectors = Engine.VECTORS.blocks(NAMES);
    private int passed;

    @BeforeEach
    void thereAreVectors() {
        Engine.requireModule();
        assumeTrue(vectors != null, "vectors of 64 bytes");
    }

    @Test
    void ordersArePassedOver() {
        byte[] b = bytes(ORDER.repeat(40));

        compare(b, 5);

        assertThat(passed).isGreaterThan(b.length - WideBlocks.LEAST - SingleTags.LONGEST_TAG);
    }

    @Test
    void eachByteAtEachPlace() {
        byte[] orders = bytes(ORDER.repeat(30));
        byte[] text = bytes("text ".repeat(300));
        for (byte[] usual : new byte[][] {orders, text}) {
            for (int c = 0; c <= 0xFF; c++) {
                for (int at = 0; at < BLOCK + 70; at++) {
                    byte[] b = usual.clone();
                    b[at] = (byte) c;
                    compare(b, 3);
                }
            }
        }
    }

    @Test
    void namesAtEachPlaceInAnyCase() {
        SplittableRandom random = new SplittableRandom(1);
        for (String name : new String[] {"Envelope", "Header", "Body", "TenantContext"}) {
            for (String before : new String[] {"<", "</", "<s:", "</s:"}) {
                for (int at = 0; at < 2 * BLOCK; at++) {
                    byte[] named = bytes(before + anyCase(name, random) + ">");
                    byte[] b = bytes("x".repeat(at) + ORDER.repeat(30));
                    System.arraycopy(named, 0, b, at, named.length);

                    int end = compare(b, 5);

                    int nameFrom = at + before.length();
                    assertThat(end)
                            .as("%s at %d", new String(named, ISO_8859_1), at)
                            .isLessThan(nameFrom);
                }
            }
        }
    }

    @Test
    void bytesBehindABlockHideNoName() {
        for (int at = 0; at < BLOCK - 8; at++) {
            for (int behind = 0; behind < TagWords.FIRST_LETTERS; behind++) {
                byte[] b = bytes("<a>" + "x".repeat(at) + "</Body>" + ORDER.repeat(30));
                b[BLOCK + behind] = (byte) 0xC3;

                compare(b, 5);
            }
        }
    }

    private static String anyCase(String name, SplittableRandom random) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            out.append(random.nextBoolean() ? Character.toUpperCase(c) : Character.toLowerCase(c));
        }
        return out.toString();
    }

    @Test
    void randomParts() {
        long seed = Long.getLong("esbmt.seed", new Random().nextLong());
        System.out.println("VectorBlocksTest: -Desbmt.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 60_000; i++) {
            StringBuilder out = new StringBuilder();
            int odds = 1 + random.nextInt(60);
            while (out.length() < 2 * BLOCK + 200) {
                out.append(random.nextInt(odds) == 0 ? PARTS[random.nextInt(PARTS.length)] : common(random));
            }
            compare(bytes(out.toString()), random.nextInt(40));
        }
        assertThat(passed).as("bytes").isGreaterThan(1_000_000);
    }

    private static String common(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> "<a>";
            case 1 -> "</a>";
            case 2 -> "1 ";
            case 3 -> "x".repeat(random.nextInt(90));
            default -> ORDER;
        };
    }

    /** Passes over bytes by vectors, and then over the same blocks by words. */
    private int compare(byte[] b, int spare) {
        ElementCount byVectors = new ElementCount(DEEP);
        byVectors.begin(2 + spare, 2, 2);
        int end = vectors.pass(b, 0, b.length, byVectors);
        int blocks = (end + BLOCK - 1) / BLOCK * BLOCK;

        ElementCount byWords = new ElementCount(DEEP);
        byWords.begin(2 + spare, 2, 2);
        WordBlocks words = new WordBlocks(NAMES, byWords);
        int wordsEnd = words.pass(b, 0, blocks + WordBlocks.LEAST - WordBlocks.BLOCK, b.length);

        if (words.stopped()
                || wordsEnd != end
                || byWords.depth() != byVectors.depth()
                || byWords.count() != byVectors.count()) {
            assertThat(new int[] {wordsEnd, byWords.depth(), byWords.count()})
                    .as("%s", Arrays.toString(new String(b, ISO_8859_1).split("(?<=>)", -1)))
                    .containsExactly(end, byVectors.depth(), byVectors.count());
            assertThat(words.stopped()).isFalse();
        }
        passed += end;
        return end;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }
}
