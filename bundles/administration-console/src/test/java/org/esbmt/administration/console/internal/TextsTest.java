package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.tenancy.api.TenantId;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.DomText;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every text of a page comes from the file of texts, and every text of the file is a sentence that people understand. */
class TextsTest {
    private static final String OPEN = "⟦";
    private static final String CLOSE = "⟧";
    private static final Pattern LETTERS = Pattern.compile("\\p{L}");
    private static final Pattern KEY = Pattern.compile("\"([a-zA-Z-]+(?:\\.[a-zA-Z-]+)+)\"");

    @TempDir
    Path data;

    private static boolean isData(DomNode node) {
        for (DomNode each = node; each instanceof HtmlElement || each instanceof DomText; each = each.getParentNode()) {
            if (each instanceof HtmlElement element
                    && (element.getAttribute("translate").equals("no")
                            || List.of("script", "style", "textarea").contains(element.getTagName()))) {
                return true;
            }
        }
        return false;
    }

    /** The words of a page that no translation has touched. */
    private static List<String> untranslated(HtmlPage page) {
        List<String> found = new ArrayList<>();
        for (DomNode node : page.getDocumentElement().getDescendants()) {
            if (node instanceof DomText text && !isData(node)) {
                check(text.getTextContent(), found);
            }
            if (node instanceof HtmlElement element && !isData(node)) {
                for (String attribute : List.of("aria-label", "title", "placeholder", "alt")) {
                    check(element.getAttribute(attribute), found);
                }
            }
        }
        return found;
    }

    private static void check(String text, List<String> found) {
        String rest = text.replaceAll("(?s)" + OPEN + ".*?" + CLOSE, "").replace("· ESB-MT", "");
        if (LETTERS.matcher(rest).find()) {
            found.add(text.strip());
        }
    }

    @Test
    void everyTextOfEveryPageIsTranslated() throws Exception {
        Texts pseudo = Texts.english().translated(text -> text.equals("en") ? text : OPEN + text + CLOSE);
        try (ConsoleServer server = new ConsoleServer(data, pseudo)) {
            TenantId acme = FurnishedBus.tenant(server, "acme", "Acme");
            FurnishedBus.installation(server, acme);
            List<String> untranslated = new ArrayList<>();
            try (Visit admin = Visit.as(server, "admin", ConsoleServer.PASSWORD);
                    Visit boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD);
                    Visit nobody = new Visit(server)) {
                Set<String> pages = Crawl.of(admin, (address, page) -> untranslated(page)
                        .forEach(text -> untranslated.add(address + ": " + text)));
                pages.addAll(Crawl.of(boss, (address, page) -> untranslated(page)
                        .forEach(text -> untranslated.add(address + ": " + text))));
                untranslated(nobody.open("login").page()).forEach(text -> untranslated.add("login: " + text));
                assertThat(pages).hasSizeGreaterThan(30);
            }
            assertThat(untranslated).isEmpty();
        }
    }

    @Test
    void everyKeyOfTheSourcesHasAText() throws Exception {
        Texts texts = Texts.english();
        Set<String> missing = new HashSet<>();
        for (String key : keysOfSources()) {
            boolean form = texts.has(key + ".heading") && texts.has(key + ".words") && texts.has(key + ".button");
            boolean known = form || texts.has(key) || texts.has("done." + key);
            if (!known) {
                missing.add(key);
            }
        }
        assertThat(missing).isEmpty();
    }

    private static Set<String> keysOfSources() throws Exception {
        Set<String> keys = new HashSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main"))) {
            for (Path file :
                    files.filter(f -> f.toString().matches(".*\\.(java|jte)")).toList()) {
                Matcher key = KEY.matcher(Files.readString(file));
                while (key.find()) {
                    boolean other = key.group(1).matches("org\\..*|.*\\.(css|js|svg|jte|min|wsdl|xml|xsl|zip)");
                    if (!other) {
                        keys.add(key.group(1));
                    }
                }
            }
        }
        return keys;
    }

    @Test
    void sentencesAreShortAndBeginWithNoRelativeClause() {
        Texts texts = Texts.english();
        for (String key : texts.keys()) {
            for (String sentence : texts.of(key).split("(?<=[.:]) ", -1)) {
                assertThat(sentence.split(" ", -1).length).as(key).isLessThanOrEqualTo(25);
                assertThat(sentence).as(key).doesNotMatch("(What|Who|Which|Where|Whose) .*");
            }
        }
    }
}
