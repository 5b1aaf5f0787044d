package org.esbmt.administration.rest.internal.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TemplateTest {
    private final Template quota = Template.of("/tenants/{tenantId}/quotas/{resource}{?cluster,component}");

    @Test
    void aVariableIsAWholeSegment() {
        assertThat(quota.match(List.of("tenants", "t", "quotas", "USERS")))
                .contains(Map.of("tenantId", "t", "resource", "USERS"));
        assertThat(quota.match(List.of("tenants", "t", "quotas"))).isEmpty();
        assertThat(quota.match(List.of("tenants", "t", "quota", "USERS"))).isEmpty();
        assertThat(quota.with("/x-y")).hasToString("/tenants/{tenantId}/quotas/{resource}/x-y{?cluster,component}");
    }

    @Test
    void oneObjectHasOneAddress() {
        Map<String, String> values = Map.of("tenantId", "t", "resource", "A/B", "cluster", "", "component", "a&b=c");

        assertThat(quota.expand(name -> Optional.ofNullable(values.get(name))))
                .contains("/tenants/t/quotas/A%2FB?component=a%26b%3Dc");
        assertThat(quota.expand(name -> Optional.empty())).isEmpty();
    }

    @Test
    void otherFormsAreNoTemplates() {
        for (String other : List.of("", "/", "tenants", "/a/", "/a{?}", "/{a}b", "/a/{b}{c}", "/A")) {
            assertThatIllegalArgumentException().as(other).isThrownBy(() -> Template.of(other));
        }
    }

    @Test
    void aServiceIsSplitIntoItsNamespaceAndItsLocalName() {
        Template service = Template.of("/services/{service}{?namespace}");

        assertThat(service.expand(QualifiedNames.split(name -> Optional.of("{http://a/b}Orders"))))
                .contains("/services/Orders?namespace=http%3A%2F%2Fa%2Fb");
        assertThat(service.expand(QualifiedNames.split(name -> Optional.of("Orders"))))
                .contains("/services/Orders");
        assertThat(QualifiedNames.joined("urn:a", "Orders")).isEqualTo("{urn:a}Orders");
    }
}
