package dev.berth.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.failure.Failure;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The name of a file in a form")
class DispositionTest {
    @Test
    void isWhatBrowsersAndCurlMean() throws Failure {
        assertThat(name("filename=\"a b.txt\"")).isEqualTo("a b.txt");
        assertThat(name("filename=plain")).isEqualTo("plain");
        assertThat(name("FileName = \"d/e; f=g\" ;")).isEqualTo("d/e; f=g");
        assertThat(name("filename=\"back\\slash\"")).isEqualTo("back\\slash");
        assertThat(name("filename=\"\\\"q\\\"\"")).isEqualTo("\"q\"");
        assertThat(name("filename=\"é\"")).isEqualTo("é");
        assertThat(name("filename=\"\"")).isEmpty();
        assertThat(Disposition.filename("form-data; name=\"f\"")).isEmpty();
        assertThat(Disposition.filename("form-data")).isEmpty();
    }

    @Test
    void isSaidExactlyByTheExtendedForm() throws Failure {
        assertThat(name("filename*=UTF-8''%22q%22%0A%5C%c3%a9+")).isEqualTo("\"q\"\n\\é+");
        assertThat(name("filename*=utf-8''star; filename=\"plain\"")).isEqualTo("star");
        assertThat(name("filename=\"plain\"; filename*=UTF-8''%EF%BF%BD")).isEqualTo("\ufffd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filename=\"a\ufffdb\"",
                "filename*=UTF-8''%ff",
                "filename*=UTF-8''%",
                "filename*=UTF-8''%zz",
                "filename*=UTF-8''%4",
                "filename*=UTF-8''é",
                "filename*=latin1''%e9",
                "filename*=star",
                "filename=\"open",
                "filename=\"a\"b",
                "filename=\"a\"; filename=\"b\"",
                "filename",
                "x; filename=\"a\""
            })
    void isNeverGuessed(String said) {
        assertThatThrownBy(() -> name(said)).isInstanceOf(Failure.Malformed.class);
    }

    private static String name(String said) throws Failure {
        return Disposition.filename("form-data; name=\"f\"; " + said).orElseThrow();
    }
}
