package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.AuditAdministration.Entry;
import org.esbmt.administration.api.AuditAdministration.Head;
import org.esbmt.administration.api.AuditAdministration.Part;
import org.esbmt.administration.api.AuditAdministration.Verdict;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Block.Pager;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Cell.Deed;
import org.esbmt.administration.console.internal.view.Cell.Tone;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.Audit;
import org.esbmt.tenancy.api.TenantId;

/** The audit trails: of the installation, and of each tenant. */
final class AuditPages {
    private final Contract contract;
    private final TenantFrame frame;

    AuditPages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
    }

    void addTo(Routes routes) {
        routes.page("audit", call -> shown(call, Optional.empty()));
        routes.page("tenants/{tenant}/audit", call -> shown(call, Optional.of(call.tenant())));
        routes.change("audit/verify", call -> shown(call, Optional.empty()), call -> verify(call, Optional.empty()));
        routes.change(
                "tenants/{tenant}/audit/verify",
                call -> shown(call, Optional.of(call.tenant())),
                call -> verify(call, Optional.of(call.tenant())));
    }

    private static String page(Call call, Optional<TenantId> chain) {
        return chain.map(tenant -> call.link("tenants", tenant.toString(), "audit"))
                .orElseGet(() -> call.link("audit"));
    }

    private static OptionalLong from(Call call) {
        String text = call.query().text("from");
        return text.matches("[1-9][0-9]{0,17}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private Answer shown(Call call, Optional<TenantId> chain) throws AdministrationException {
        Optional<String> contains = call.query().given("contains");
        int limit = contains.isPresent() ? AuditAdministration.MAX_ENTRIES : Call.PAGE;
        Part part = contract.audit().read(call.by(), chain, from(call), limit);
        List<Entry> entries = part.entries().stream()
                .filter(entry -> contains.map(text -> matches(entry, text)).orElse(true))
                .toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Search(
                page(call, chain),
                List.of(
                        Field.search(
                                        "contains",
                                        call.text("audit.contains"),
                                        call.query().text("contains"))
                                .saying(call.text("audit.contains.help")),
                        Field.search(
                                "from", call.text("audit.from"), call.query().text("from"))),
                call.text("search.button"),
                "entries"));
        blocks.add(new Block.Table(
                "entries",
                call.text("audit.caption", entries.size()),
                Parts.columns(
                        call,
                        "#audit.sequence",
                        "audit.at",
                        "audit.actor",
                        "audit.action",
                        "audit.object",
                        "audit.change",
                        "audit.operation"),
                entries.stream().map(entry -> row(call, entry)).toList(),
                pager(call, chain, part, limit),
                Empty.of(call.text("search.empty"))));
        part.head()
                .ifPresent(head ->
                        blocks.add(Block.Facts.of(Parts.fact(call, "audit.head", new Cell.Code(head.toString())))));
        blocks.add(Parts.change(
                call,
                "verify",
                "audit.verify",
                page(call, chain) + "/verify",
                FormKind.PLAIN,
                Field.text("head", call.text("audit.kept")).optional().saying(call.text("audit.kept.help"))));
        return new Shown(view(call, chain, blocks));
    }

    private View view(Call call, Optional<TenantId> chain, List<Block> blocks) throws AdministrationException {
        return chain.isPresent()
                ? frame.view(call, call.text("audit.title"), blocks)
                : new View(call.text("audit.installation"), List.of(), blocks);
    }

    private static boolean matches(Entry entry, String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return (entry.action() + "\n" + entry.object() + "\n" + entry.login().orElse("") + "\n"
                        + entry.operation().map(UUID::toString).orElse(""))
                .toLowerCase(Locale.ROOT)
                .contains(wanted);
    }

    private static List<Cell> row(Call call, Entry entry) {
        Cell action = entry.action().contains(" refused")
                ? new Cell.State(Audit.shown(entry.action()), Tone.BAD)
                : new Cell.Data(Audit.shown(entry.action()));
        List<Cell> change = new ArrayList<>();
        entry.before().ifPresent(before -> change.add(new Cell.Code("\u2212\u00a0" + Audit.shown(before))));
        entry.after().ifPresent(after -> change.add(new Cell.Code("+\u00a0" + Audit.shown(after))));
        Cell actor = entry.login()
                .<Cell>map(login -> new Cell.Data(Audit.shown(login)))
                .orElse(new Cell.Code(entry.actor().toString()));
        Cell operation = entry.operation()
                .<Cell>map(id -> new Cell.Linked(
                        call.link("operations", id.toString()), id.toString().substring(0, 8)))
                .orElse(Cell.NONE);
        return List.of(
                new Cell.Count(entry.sequence()),
                new Cell.Moment(entry.at()),
                actor,
                action,
                new Cell.Data(Audit.shown(entry.object())),
                change.isEmpty() ? Cell.NONE : new Cell.Many(change),
                operation);
    }

    private static Optional<Pager> pager(Call call, Optional<TenantId> chain, Part part, int limit) {
        if (part.entries().isEmpty()) {
            return Optional.empty();
        }
        long first = part.entries().get(0).sequence();
        long last = part.entries().get(part.entries().size() - 1).sequence();
        long head = part.head().map(Head::sequence).orElse(last);
        Optional<Deed> before = first > 1
                ? Optional.of(new Deed(address(call, chain, Math.max(1, first - limit)), call.text("audit.older")))
                : Optional.empty();
        Optional<Deed> after = last < head
                ? Optional.of(new Deed(address(call, chain, last + 1), call.text("audit.newer")))
                : Optional.empty();
        return Optional.of(new Pager(call.text("pager.range", first, last, head), before, after));
    }

    private static String address(Call call, Optional<TenantId> chain, long from) {
        String address = Links.with(page(call, chain), "from", String.valueOf(from));
        return call.query()
                .given("contains")
                .map(text -> Links.with(address, "contains", text))
                .orElse(address);
    }

    private Answer verify(Call call, Optional<TenantId> chain) throws AdministrationException {
        Optional<String> sent = call.form().given("head");
        Optional<Head> kept = sent.isPresent() ? Optional.of(call.made(() -> Head.of(sent.get()))) : Optional.empty();
        Verdict verdict = contract.audit().verify(call.by(), chain, kept);
        Cell head =
                verdict.head().<Cell>map(each -> new Cell.Code(each.toString())).orElse(Cell.NONE);
        List<Block> blocks = new ArrayList<>();
        if (verdict.whole()) {
            blocks.add(new Block.Done(call.text("audit.whole")));
        } else {
            AuditAdministration.Break broken = verdict.broken().orElseThrow();
            blocks.add(new Block.Refused(
                    call.text("audit.broken", broken.sequence()),
                    broken.what(),
                    call.text("audit.broken.next"),
                    List.of()));
        }
        blocks.add(Block.Facts.of(Parts.fact(call, "audit.head", head)));
        blocks.add(new Block.Paragraph(call.text("audit.keep")));
        blocks.add(new Block.Links(
                call.text("overview.pages"), List.of(new Deed(page(call, chain), call.text("menu.audit")))));
        return new Shown(view(call, chain, blocks));
    }
}
