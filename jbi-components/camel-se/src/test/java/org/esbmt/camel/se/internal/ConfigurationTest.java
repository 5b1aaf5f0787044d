package org.esbmt.camel.se.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.junit.jupiter.api.Test;

class ConfigurationTest {
    private static CamelServiceEngine engine(Map<String, Object> values) {
        CamelConfiguration configuration = (CamelConfiguration) Proxy.newProxyInstance(
                CamelConfiguration.class.getClassLoader(),
                new Class<?>[] {CamelConfiguration.class},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue()));
        return new CamelServiceEngine(configuration, () -> false);
    }

    @Test
    void defaultsEqualTheLimitsOfTheArchiveCheck() {
        assertThat(engine(Map.of()).contentLimits()).isEqualTo(ContentLimits.DEFAULTS);
        assertThat(ContentLimits.DEFAULTS.xpath()).isEqualTo(EvaluationLimits.XPATH);
    }

    @Test
    void evaluationsHaveTheConfiguredLimits() {
        ContentLimits limits = engine(Map.of("xpath_millis", 5, "xslt_output_bytes", 7, "message_bytes", 20 << 20))
                .contentLimits();

        assertThat(limits.xpath().time()).hasMillis(5);
        assertThat(limits.xslt().outputBytes()).isEqualTo(7);
        assertThat(limits.xslt().document().messageBytes()).isEqualTo(20 << 20);
    }

    @Test
    void anEngineWithAnInvalidValueIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine(Map.of("xslt_millis", 0)))
                .withMessage("xslt.millis is 0 and must be from 1 to 60000");
    }
}
