package org.esbmt.administration.console.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.esbmt.administration.console.internal.view.Outline;
import org.esbmt.administration.console.internal.view.RouteDrawing;
import org.junit.jupiter.api.Test;

class RouteReaderTest {
    private static final String ROUTES = """
            <routes xmlns="http://camel.apache.org/schema/spring">
              <route id="by-body"><description>Routes by the body</description>
                <from uri="jbi:endpoint:urn:a/Router/in"/>
                <choice>
                  <when>
                    <xpath>/a = 'DE'</xpath>
                    <to uri="jbi:service:urn:a/Domestic"/>
                  </when>
                  <otherwise>
                    <to uri="jbi:service:urn:a/Abroad"/>
                    <log message="abroad"/>
                  </otherwise>
                </choice>
                <split><xpath>//line</xpath><to uri="jbi:service:urn:a/Line"/></split>
              </route>
            </routes>
            """;

    private static List<RouteReader.Route> read(String text) {
        return RouteReader.read(text.getBytes(UTF_8));
    }

    @Test
    void aRouteIsReadWithItsBranchesAndLines() {
        assertThat(read(ROUTES).get(0).id()).isEqualTo("by-body");
        List<Outline> route = read(ROUTES).get(0).steps();

        assertThat(route).extracting(Outline::kind).containsExactly("from", "choice", "split");
        assertThat(route.get(0).line()).isEqualTo(3);
        assertThat(route.get(1).branches())
                .extracting(Outline.Branch::when)
                .containsExactly("xpath /a = 'DE'", "otherwise");
        assertThat(route.get(2).label()).isEqualTo("xpath //line");
        assertThat(route.get(2).branches().get(0).steps()).hasSize(1);
    }

    @Test
    void noStepOverlapsAnother() {
        RouteDrawing drawing = RouteDrawing.of(read(ROUTES).get(0).steps());

        List<RouteDrawing.Box> boxes = drawing.boxes();
        assertThat(boxes).hasSize(7);
        assertThat(boxes.get(0).label()).isEqualTo("jbi:endp…t:urn:a/Router/in");
        for (RouteDrawing.Box a : boxes) {
            assertThat(a.x()).isGreaterThanOrEqualTo(0);
            assertThat(a.x() + drawing.boxWidth()).isLessThanOrEqualTo(drawing.width());
            assertThat(a.y() + drawing.boxHeight()).isLessThanOrEqualTo(drawing.height());
            for (RouteDrawing.Box b : boxes) {
                boolean apart =
                        Math.abs(a.x() - b.x()) >= drawing.boxWidth() || Math.abs(a.y() - b.y()) >= drawing.boxHeight();
                assertThat(a.equals(b) || apart).isTrue();
            }
        }
    }

    @Test
    void aFileThatIsNoRouteHasNoOutline() {
        assertThat(read("<beans/>")).isEmpty();
        assertThat(read("not XML")).isEmpty();
        assertThat(read("<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><route><log message='&e;'/></route>"))
                .isEmpty();
        assertThat(read("<route>" + "<a>".repeat(1_000))).isEmpty();
    }
}
