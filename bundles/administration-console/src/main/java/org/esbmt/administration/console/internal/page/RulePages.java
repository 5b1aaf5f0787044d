package org.esbmt.administration.console.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Routes;

/** The rules for archives, from the guide's page about them. A finding leads to its rule. */
final class RulePages {
    private static final String FILE = "/rules.md";
    private static final Pattern RULE =
            Pattern.compile("\\| `([a-z0-9-]+(?:\\.[a-z0-9-]+)+)` \\| (.*?) \\|(?: (.*?) ?\\|)?");
    private static final Pattern HEADING = Pattern.compile("## (.+)");

    /** The rules below a heading of the guide. */
    private record Part(String heading, List<List<Cell>> rules) {}

    private final List<Part> parts = read();

    void addTo(Routes routes) {
        routes.page("rules", this::show);
    }

    private Answer show(Call call) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(call.text("rules.words")));
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            blocks.add(new Block.Note(part.heading()));
            blocks.add(new Block.Table(
                    "rules" + i,
                    call.text("rules.caption", part.rules().size()),
                    Parts.columns(call, "findings.rule", "rules.refused", "rules.example"),
                    part.rules(),
                    Optional.empty(),
                    Block.Empty.of("")));
        }
        return new Shown(View.of(call.text("rules.title"), blocks.toArray(new Block[0])));
    }

    private static List<Part> read() {
        List<Part> parts = new ArrayList<>();
        String heading = "";
        for (String line : text().lines().toList()) {
            Matcher above = HEADING.matcher(line);
            Matcher rule = RULE.matcher(line);
            if (above.matches()) {
                heading = plain(above.group(1));
            } else if (rule.lookingAt()) {
                if (parts.isEmpty() || !parts.get(parts.size() - 1).heading().equals(heading)) {
                    parts.add(new Part(heading, new ArrayList<>()));
                }
                String example = rule.group(3) == null ? "" : plain(rule.group(3));
                parts.get(parts.size() - 1)
                        .rules()
                        .add(List.of(
                                new Cell.Anchor(rule.group(1)),
                                new Cell.Sentence(plain(rule.group(2))),
                                example.isEmpty() ? Cell.NONE : new Cell.Code(example)));
            }
        }
        return parts;
    }

    /** The text of Markdown without its marks. */
    private static String plain(String markdown) {
        return markdown.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .replace("`", "")
                .replace("\\|", "|");
    }

    private static String text() {
        try (InputStream in = requireNonNull(RulePages.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
