package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Documents for {@link WideBlocksTrial}, with everything that the compiler must have seen. */
final class TrialDocuments {
    private static final int DOCUMENTS = 48;
    private static final int PARTS = 12;
    private static final int ORDERS = 120;
    private static final int WORDS_OF_TEXT = 20_000;
    /** Orders beside one other part. */
    private static final int MOST_ORDERS = 12;

    private static final String ORDER =
            "<order><symbol>IBM</symbol><buyerID>buyer7</buyerID><price>140.34</price><volume>2000</volume></order>";

    private static final String[] OTHERS = {
        "<item id=\"7\" name='x'>1</item>",
        "<empty/><a:empty />",
        "<p>" + "text ".repeat(40) + "</p>",
        "<p>" + "text ".repeat(300) + "</p>",
        "\r\n\t<a>\n  <b>1 &lt; 2</b>\n</a>\n",
        "<a>\n\n\n</a>" + " \n".repeat(300),
        "<a>Gr\u00F6\u00DFe \u20AC</a>",
        "<a>" + "\u00E9".repeat(300) + "</a>",
        "<!-- </order> -->",
        "<![CDATA[</order>]]>",
        "<?order?>",
        "<x:Header>1</x:Header>",
        "<body><Envelope/></body>",
        "<tenantContext></tenantContext>",
        "<headline>1</headline><bodyText>2</bodyText>",
        "<" + "n".repeat(150) + ">1</" + "n".repeat(150) + ">",
        "<" + "n".repeat(400) + ">1</" + "n".repeat(400) + ">",
        "<d>".repeat(30) + "</d>".repeat(30),
        "<d>".repeat(62) + "</d>".repeat(62),
        "a/b \"c\" > d",
        "<a x='" + "/>".repeat(90) + "'/>",
        "</Part><Part>",
    };

    /** Documents with them are refused. */
    private static final String[] BAD = {
        "</a></b></c>", "<!DOCTYPE a>", "\u0001", "< a>", "<1>", "</Part>", "<d>".repeat(70), "<a 'b>", "\uFFFE",
    };

    private TrialDocuments() {}

    /** Documents as most are: small elements, in one line or in many, and a long text. */
    static List<byte[]> usual() {
        return List.of(
                document(ORDER.repeat(ORDERS)),
                document(ORDER.replace("><", ">\n  <").repeat(ORDERS)),
                document("<p>" + "text ".repeat(WORDS_OF_TEXT) + "</p>"));
    }

    /** Documents of many kinds, the same each time. */
    static List<byte[]> mixed() {
        SplittableRandom random = new SplittableRandom(1);
        List<byte[]> documents = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            StringBuilder content = new StringBuilder();
            for (int part = 0; part < PARTS; part++) {
                content.append(ORDER.repeat(random.nextInt(MOST_ORDERS)));
                content.append(OTHERS[random.nextInt(OTHERS.length)]);
            }
            if (i % 4 == 0) {
                content.append(BAD[random.nextInt(BAD.length)]).append(ORDER.repeat(random.nextInt(MOST_ORDERS)));
            }
            documents.add(document(content.toString()));
            documents.add(document(ORDER.repeat(random.nextInt(ORDERS)) + "-".repeat(random.nextInt(ORDERS))));
        }
        return documents;
    }

    private static byte[] document(String content) {
        return ("<Root><Part>" + content + "</Part></Root>").getBytes(UTF_8);
    }
}
