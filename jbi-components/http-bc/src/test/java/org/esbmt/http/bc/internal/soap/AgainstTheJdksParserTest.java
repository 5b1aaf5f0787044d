package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.esbmt.http.bc.internal.soap.HeadResult.Refused;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Two parsers of different authors must agree about random documents, some well-formed, some damaged in a place or two.
 * The seed is printed; a failure prints the document. All editions of XML 1.0 permit the letters, since the JDK's
 * parser implements the fourth and ours the fifth.
 */
class AgainstTheJdksParserTest {
    private static final int DOCUMENTS = 20_000;
    /**
     * Names that begin with a colon, and targets that contain one, in violation of Namespaces in XML 1.0, section 7.
     */
    private static final Pattern TOLERATED_BY_THE_JDK = Pattern.compile("[<\\s]:|<\\?[^\\s?]*:|</:");

    private static final String[] DAMAGE = {
        "<",
        ">",
        "/",
        "&",
        ";",
        "]]>",
        "]",
        "--",
        "-",
        "'",
        "\"",
        "=",
        " ",
        "\t",
        "\r\n",
        ":",
        "a",
        "b:",
        "1",
        "?",
        "?>",
        "<?",
        "<!",
        "<!--",
        "-->",
        "<![CDATA[",
        "&#",
        "&#x",
        "&amp;",
        "&lt",
        "xmlns:b='urn:b'",
        "xmlns=''",
        "<a>",
        "</a>",
        "<b:a/>",
        "\u0000",
        "\u0001",
        "\u007F",
        "\u0085",
        "é",
        "\u0436",
        "\u2003",
        "\uFFFE",
        "x='y'",
        " b:x='y'"
    };

    @Test
    void aDocumentIsWellFormedForBothOrForNeither() throws Exception {
        long seed = Long.getLong("esbmt.seed", new Random().nextLong());
        System.out.println("AgainstTheJdksParserTest: -Desbmt.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        SAXParser parser = jdksParser();
        int good = 0;
        int bad = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            StringBuilder body = new StringBuilder();
            content(random, body, 0);
            for (int d = random.nextInt(3); d > 0; d--) {
                damage(random, body);
            }
            byte[] document = Messages.envelope("", body.toString()).getBytes(UTF_8);
            boolean jdk = accepts(parser, document);
            Optional<Refused> strict = scan(document, BodyCheck.WELL_FORMED, random);
            Optional<Refused> light = scan(document, BodyCheck.ENVELOPE, random);

            boolean tolerated = jdk && TOLERATED_BY_THE_JDK.matcher(body).find();
            if (!tolerated) {
                assertThat(strict.isEmpty()).as("%s%n%s", body, strict).isEqualTo(jdk);
            }
            if (jdk && !tolerated) {
                assertThat(light).as(body.toString()).isEmpty();
                good++;
            } else {
                bad++;
            }
        }
        assertThat(good).isGreaterThan(DOCUMENTS / 5);
        assertThat(bad).isGreaterThan(DOCUMENTS / 5);
    }

    private static Optional<Refused> scan(byte[] document, BodyCheck check, SplittableRandom random) {
        EnvelopeScanner scanner = new EnvelopeScanner(XmlLimits.DEFAULTS, SoapVersion.SOAP_1_1, check);
        for (int at = 0; at < document.length; ) {
            int n = Math.min(1 + random.nextInt(60), document.length - at);
            scanner.feed(document, at, n);
            at += n;
        }
        return scanner.finish();
    }

    private static SAXParser jdksParser() throws Exception {
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newSAXParser();
    }

    private static boolean accepts(SAXParser parser, byte[] document) {
        try {
            parser.parse(new ByteArrayInputStream(document), new DefaultHandler());
            return true;
        } catch (SAXException | IOException e) {
            return false;
        }
    }

    private static void content(SplittableRandom random, StringBuilder out, int depth) {
        for (int n = random.nextInt(4); n >= 0; n--) {
            switch (random.nextInt(depth > 4 ? 6 : 10)) {
                case 0 -> out.append("text \u00E9\u0436");
                case 1 -> out.append("&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;&#xa;");
                case 2 -> out.append("<!-- comment <x> & ]]> -->");
                case 3 -> out.append("<![CDATA[ <x> & ]] ]> -- ]]>");
                case 4 -> out.append("<?pi some <data> ??>");
                case 5 -> out.append(" \r\n\t]] > ");
                default -> element(random, out, depth);
            }
        }
    }

    private static void element(SplittableRandom random, StringBuilder out, int depth) {
        String[] names = {"a", "b", "a.b-c_1", "s:a", "\u00E9", "xml:a"};
        String name = names[random.nextInt(names.length)];
        out.append('<').append(name);
        String[] attributes = {
            "x='1'",
            "y=\"it's > &lt;\"",
            "s:x='&#9;'",
            "xml:lang='en'",
            "xmlns='urn:d'",
            "xmlns:b='urn:b'",
            "xmlns:s='urn:s'",
            "z = ''",
            "xmlns=''",
            "xmlns:t='" + Messages.SOAP_1_1 + "'",
            "t:x='2'"
        };
        for (int i = 0; i < attributes.length; i++) {
            if (random.nextInt(4) == 0) {
                out.append(random.nextInt(5) == 0 ? "\n " : " ").append(attributes[i]);
            }
        }
        if (random.nextInt(4) == 0) {
            out.append("/>");
        } else {
            out.append('>');
            content(random, out, depth + 1);
            out.append("</").append(name).append(random.nextInt(5) == 0 ? " >" : ">");
        }
    }

    private static void damage(SplittableRandom random, StringBuilder body) {
        int at = random.nextInt(body.length() + 1);
        switch (random.nextInt(3)) {
            case 0 -> body.insert(at, DAMAGE[random.nextInt(DAMAGE.length)]);
            case 1 -> body.delete(at, Math.min(body.length(), at + 1 + random.nextInt(3)));
            default -> body.replace(at, Math.min(body.length(), at + 1), DAMAGE[random.nextInt(DAMAGE.length)]);
        }
    }
}
