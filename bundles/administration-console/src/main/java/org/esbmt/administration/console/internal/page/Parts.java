package org.esbmt.administration.console.internal.page;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Column;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.Fact;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Block.Pager;
import org.esbmt.administration.console.internal.view.Block.Table;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Cell.Deed;
import org.esbmt.administration.console.internal.view.Cell.Tone;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;

/** Parts that many pages have. */
final class Parts {
    private static final Set<String> GOOD =
            Set.of("ACTIVE", "VALID", "STARTED", "Started", "Installed", "UP", "HEALTHY", "APPLIED", "DONE");
    private static final Set<String> BAD =
            Set.of("SUSPENDED", "REVOKED", "FAILED", "FAILING", "EXPIRED", "PARTIAL", "DELETED", "GATED", "Absent");

    private Parts() {}

    /** A state of the contract. */
    static Cell state(Enum<?> state) {
        return state(state.name());
    }

    static Cell state(String state) {
        if (GOOD.contains(state)) {
            return new Cell.State(state, Tone.GOOD);
        }
        return new Cell.State(state, BAD.contains(state) ? Tone.BAD : Tone.PLAIN);
    }

    static Fact fact(Call call, String key, Cell value) {
        return new Fact(call.text(key), value);
    }

    static List<Column> columns(Call call, String... keys) {
        return Arrays.stream(keys)
                .map(key ->
                        key.startsWith("#") ? Column.numbers(call.text(key.substring(1))) : Column.of(call.text(key)))
                .toList();
    }

    /** A table without further pages. */
    static Table table(
            Call call, String id, String caption, List<Column> columns, List<List<Cell>> rows, String empty) {
        return new Table(
                id, call.text(caption, rows.size()), columns, rows, Optional.empty(), Empty.of(call.text(empty)));
    }

    /** A table of one page of a list. */
    static <T> Table table(
            Call call,
            String id,
            String caption,
            List<Column> columns,
            Page<T> page,
            Function<T, List<Cell>> row,
            Empty empty) {
        String total = page.total() + (page.exact() ? "" : "+");
        List<List<Cell>> rows = page.entries().stream().map(row).toList();
        return new Table(id, call.text(caption, total), columns, rows, pager(call, page, total), empty);
    }

    private static Optional<Pager> pager(Call call, Page<?> page, String total) {
        Optional<Deed> before = page.offset() == 0
                ? Optional.empty()
                : Optional.of(
                        new Deed(offset(call, Math.max(0, page.offset() - Call.PAGE)), call.text("pager.before")));
        Optional<Deed> after = page.hasMore() && !page.entries().isEmpty()
                ? Optional.of(
                        new Deed(offset(call, page.offset() + page.entries().size()), call.text("pager.after")))
                : Optional.empty();
        if (before.isEmpty() && after.isEmpty()) {
            return Optional.empty();
        }
        int last = page.offset() + page.entries().size();
        return Optional.of(new Pager(call.text("pager.range", page.offset() + 1, last, total), before, after));
    }

    private static String offset(Call call, int offset) {
        String address = call.path();
        for (String name : List.of("contains", "state", "name", "login", "from")) {
            Optional<String> value = call.query().given(name);
            if (value.isPresent()) {
                address = Links.with(address, name, value.get());
            }
        }
        return Links.with(address, "offset", String.valueOf(offset));
    }

    /** A query for a part of a page. */
    @FunctionalInterface
    interface Query {
        Block block() throws AdministrationException;
    }

    /** A part of a page, or the bus's refusal in its place. The other parts stay. */
    static Block orNote(Query query) throws AdministrationException {
        try {
            return query.block();
        } catch (AdministrationException e) {
            if (e.reason() == Reason.FORBIDDEN) {
                return new Block.Note(e.getMessage());
            }
            throw e;
        }
    }

    /** A form of a change, with the identifier of its operation. */
    static Block.Form change(Call call, String id, String key, String action, FormKind kind, Field... fields) {
        return new Block.Form(
                id,
                call.text(key + ".heading"),
                call.text(key + ".words"),
                action,
                Stream.concat(Stream.of(operation()), Stream.of(fields)).toList(),
                call.text(key + ".button"),
                kind);
    }

    private static Field operation() {
        return Field.hidden(Call.OPERATION, UUID.randomUUID().toString());
    }

    /** The revision that the administrator has seen. */
    static Field revision(long revision) {
        return Field.hidden(Call.REVISION, String.valueOf(revision));
    }

    static List<Option> names(Object[] values) {
        return Arrays.stream(values)
                .map(value -> Option.name(((Enum<?>) value).name()))
                .toList();
    }

    /** A choice of a state, or of all. */
    static Field stateFilter(Call call, Object[] states) {
        Stream<Option> all = Stream.of(new Option("", call.text("search.everyState"), false, false));
        return Field.choice(
                        "state",
                        call.text("search.state"),
                        Stream.concat(all, names(states).stream()).toList())
                .optional()
                .with(call.query().text("state"));
    }

    /** A field for the name of an object whose end is final. */
    static Field typed(Call call, String name) {
        return Field.text("typed", call.text("typed.label", name)).saying(call.text("typed.help"));
    }

    /** A field for the administrator's own password, unless one that was given again still counts. */
    static List<Field> confirmation(Call call) {
        return call.isConfirmed() ? List.of() : ownPassword(call, "confirmation.help");
    }

    /** A field for the administrator's own password. */
    static List<Field> ownPassword(Call call, String help) {
        return List.of(
                Field.account(call.by().login()),
                Field.password(Call.CONFIRMATION, call.text("confirmation.label"), "current-password")
                        .saying(call.text(help)));
    }

    /** Compares the name that was typed in {@link #typed}. */
    static void checkTyped(Call call, String name) throws AdministrationException {
        if (!call.form().text("typed").strip().equals(name)) {
            throw Call.invalid("the name that was typed is not '" + name + "', so nothing was changed");
        }
    }

    static AdministrationException notFound(String sentence) {
        return new AdministrationException(
                Reason.NOT_FOUND, AdministrationException.told(sentence, Reason.NOT_FOUND.who()));
    }
}
