package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.TrafficAdministration.Endpoint;
import org.esbmt.administration.api.TrafficAdministration.Figures;
import org.esbmt.administration.api.TrafficAdministration.History;
import org.esbmt.administration.api.TrafficAdministration.Sample;
import org.esbmt.administration.api.TrafficAdministration.Span;
import org.esbmt.administration.api.TrafficAdministration.TrafficView;
import org.esbmt.administration.console.internal.page.TrafficPoints.Plotted;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Json;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;

/** The messages at this node: of all tenants, or of the endpoints of one. */
final class TrafficPages {
    private static final int NEWEST = 20;

    private final Contract contract;
    private final TenantFrame frame;

    TrafficPages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
    }

    void addTo(Routes routes) {
        routes.page("traffic", this::ofInstallation);
        routes.page("traffic/points/{plot}", call -> points(call, installationHistory(call)));
        routes.page("traffic/events", call -> events(installationHistory(call)));
        routes.page("tenants/{tenant}/traffic", this::ofTenant);
        routes.page("tenants/{tenant}/traffic/points/{plot}", call -> points(call, tenantHistory(call)));
        routes.page("tenants/{tenant}/traffic/events", call -> events(tenantHistory(call)));
    }

    private static Span span(Call call) {
        return call.query().text("span").equals(Span.DAY.name()) ? Span.DAY : Span.TEN_MINUTES;
    }

    private History installationHistory(Call call) throws AdministrationException {
        return contract.traffic().installationHistory(call.by(), span(call));
    }

    private History tenantHistory(Call call) throws AdministrationException {
        return contract.traffic().tenantHistory(call.by(), call.tenant(), span(call));
    }

    private static Answer points(Call call, History history) throws AdministrationException {
        Plotted plot = call.identified(call.segment("plot"), Plotted::of);
        return new Json(TrafficPoints.json(history, plot));
    }

    private static Answer events(History history) {
        return new Json(TrafficPoints.json(history));
    }

    private Answer ofInstallation(Call call) throws AdministrationException {
        Page<TrafficView> page = contract.traffic().tenants(call.by(), call.page());
        List<Block> blocks = new ArrayList<>();
        blocks.add(Parts.table(
                call,
                "traffic",
                "traffic.tenants",
                Parts.columns(
                        call,
                        "traffic.tenant",
                        "#traffic.minute",
                        "#traffic.minuteErrors",
                        "#traffic.median",
                        "#traffic.p99",
                        "#traffic.inFlight",
                        "#traffic.total",
                        "#traffic.errors",
                        "#traffic.strangers"),
                page,
                view -> row(
                        new Cell.Linked(
                                call.link("tenants", view.tenant().toString(), "traffic"),
                                view.tenantName().orElse(view.tenant().toString())),
                        view),
                Empty.of(call.text("traffic.empty"))));
        blocks.addAll(course(call, installationHistory(call), "traffic"));
        return new Shown(View.of(call.text("traffic.title"), blocks.toArray(new Block[0])));
    }

    private Answer ofTenant(Call call) throws AdministrationException {
        Page<TrafficView> page = contract.traffic().endpoints(call.by(), call.tenant(), call.page());
        List<Block> blocks = new ArrayList<>();
        blocks.add(Parts.table(
                call,
                "traffic",
                "traffic.endpoints",
                Parts.columns(
                        call,
                        "traffic.endpoint",
                        "#traffic.minute",
                        "#traffic.minuteErrors",
                        "#traffic.median",
                        "#traffic.p99",
                        "#traffic.inFlight",
                        "#traffic.total",
                        "#traffic.errors",
                        "#traffic.strangers"),
                page,
                view -> row(endpoint(call, view), view),
                Empty.of(call.text("traffic.endpoints.empty"))));
        blocks.addAll(course(call, tenantHistory(call), "tenants", call.tenant().toString(), "traffic"));
        return new Shown(frame.view(call, call.text("traffic.tenant.title", frame.name(call, call.tenant())), blocks));
    }

    /** The plot of messages and errors, for the overview. */
    Block summary(Call call) throws AdministrationException {
        Optional<String> tenant = call.visitor().tenant().map(Object::toString);
        String[] page =
                tenant.map(id -> new String[] {"tenants", id, "traffic"}).orElse(new String[] {"traffic"});
        History history = tenant.isPresent()
                ? contract.traffic()
                        .tenantHistory(call.by(), call.visitor().tenant().get(), Span.TEN_MINUTES)
                : contract.traffic().installationHistory(call.by(), Span.TEN_MINUTES);
        List<Block> blocks = new ArrayList<>();
        blocks.add(plot(call, history, Plotted.MESSAGES, page));
        table(call, history).ifPresent(blocks::add);
        blocks.add(new Block.Links(
                call.text("traffic.more"), List.of(new Cell.Deed(call.link(page), call.text("overview.toTraffic")))));
        return new Block.Section("traffic", call.text("overview.traffic"), blocks);
    }

    private static Cell endpoint(Call call, TrafficView view) {
        return view.endpoint()
                .map(Endpoint::path)
                .<Cell>map(Cell.Code::new)
                .orElse(new Cell.Words(call.text("traffic.noEndpoint")));
    }

    private static List<Cell> row(Cell name, TrafficView view) {
        Figures minute = view.lastMinute();
        return List.of(
                name,
                new Cell.Count(minute.counts().messages()),
                new Cell.Count(minute.counts().errors()),
                millis(minute.medianMicros()),
                millis(minute.p99Micros()),
                new Cell.Count(view.inFlight()),
                new Cell.Count(view.total().messages()),
                new Cell.Count(view.total().errors()),
                new Cell.Count(view.total().strangers()));
    }

    private static Cell millis(OptionalLong micros) {
        return micros.isPresent()
                ? new Cell.Data(String.format(Locale.ROOT, "%.1f", micros.getAsLong() / 1_000.0))
                : Cell.NONE;
    }

    /** The plots of a span, and their figures as a table. */
    private static List<Block> course(Call call, History history, String... page) {
        Optional<UUID> node = history.node();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(
                call.text("traffic.words", node.map(UUID::toString).orElse("–"))));
        blocks.add(new Block.Links(
                call.text("traffic.spans"),
                List.of(
                        new Cell.Deed(call.link(page), call.text("traffic.span.TEN_MINUTES")),
                        new Cell.Deed(
                                Links.with(call.link(page), "span", Span.DAY.name()), call.text("traffic.span.DAY")))));
        for (Plotted plot : Plotted.values()) {
            blocks.add(plot(call, history, plot, page));
        }
        table(call, history).ifPresent(blocks::add);
        return List.of(new Block.Section(
                "course", call.text("traffic.course." + history.span().name()), blocks));
    }

    private static Block plot(Call call, History history, Plotted plot, String... page) {
        String name = plot.segment();
        List<String> labels = plot.keys().stream()
                .map(key -> call.text("traffic.line." + key))
                .toList();
        return new Block.Plot(
                call.text("traffic.plot." + name),
                spanned(call, call.link(added(page, "points", name))),
                labels,
                call.text("traffic.plot." + name + ".empty." + history.span().name()),
                TrafficPoints.isEmpty(history, plot),
                Optional.of(new Block.Events(spanned(call, call.link(added(page, "events"))), name)));
    }

    private static String[] added(String[] page, String... segments) {
        List<String> all = new ArrayList<>(List.of(page));
        all.addAll(List.of(segments));
        return all.toArray(new String[0]);
    }

    private static String spanned(Call call, String address) {
        return span(call) == Span.DAY ? Links.with(address, "span", Span.DAY.name()) : address;
    }

    /** The newest steps with messages; empty without one, since the plots say so. */
    private static Optional<Block> table(Call call, History history) {
        long seconds = history.span().step().toSeconds();
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = history.samples().size() - 1; i >= 0 && rows.size() < NEWEST; i--) {
            Sample sample = history.samples().get(i);
            Figures figures = sample.figures();
            if (figures.counts().messages() > 0 || figures.counts().strangers() > 0) {
                rows.add(List.of(
                        new Cell.Moment(sample.until()),
                        new Cell.Data(TrafficPoints.perSecond(figures.counts().messages(), seconds)),
                        new Cell.Data(TrafficPoints.perSecond(figures.counts().errors(), seconds)),
                        millis(figures.medianMicros()),
                        millis(figures.p99Micros())));
            }
        }
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(Parts.table(
                        call,
                        "course-table",
                        "traffic.course.caption",
                        Parts.columns(
                                call,
                                "traffic.until",
                                "#traffic.line.messages",
                                "#traffic.line.errors",
                                "#traffic.median",
                                "#traffic.p99"),
                        rows,
                        "traffic.course.empty"));
    }
}
