//! The one cookie that the server gives: that of a browser's session.

use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponseParts, ResponseParts};
use std::convert::Infallible;

/// Its name.
const NAME: &str = "grognard";
/// How long a browser keeps it, in seconds: as long as any does. The session ends here, so the browser need not count the
/// days.
const FOR_EVER: u32 = 20 * 365 * 24 * 60 * 60;

/// The session's token that a browser sends.
pub fn sent(headers: &HeaderMap) -> Option<&str> {
    let lists = headers.get_all(COOKIE).into_iter().filter_map(|list| list.to_str().ok());
    let mut cookies = lists.flat_map(|list| list.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find(|(name, _)| *name == NAME).map(|(_, token)| token)
}

/// What an answer tells the browser of its cookie; mostly nothing.
#[derive(Default)]
pub struct SetCookie(Option<HeaderValue>);

impl SetCookie {
    /// Gives it a session's token, which is made of letters and digits; with `secure` to be sent encrypted only.
    pub fn give(token: &str, secure: bool) -> SetCookie {
        let secure = if secure { "; Secure" } else { "" };
        SetCookie::saying(&format!("{NAME}={token}; HttpOnly; SameSite=Lax{secure}; Path=/; Max-Age={FOR_EVER}"))
    }

    /// Takes it away.
    pub fn take() -> SetCookie {
        SetCookie::saying(&format!("{NAME}=; Path=/; Max-Age=0"))
    }

    fn saying(text: &str) -> SetCookie {
        SetCookie(Some(HeaderValue::from_str(text).expect("a token is made of letters and digits")))
    }
}

impl IntoResponseParts for SetCookie {
    type Error = Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Infallible> {
        if let Some(value) = self.0 {
            parts.headers_mut().append(SET_COOKIE, value);
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookies: &[&'static str]) -> HeaderMap {
        cookies.iter().map(|cookie| (COOKIE, HeaderValue::from_static(cookie))).collect()
    }

    #[test]
    fn our_cookie_is_found_among_others() {
        assert_eq!(sent(&headers(&["a=1; grognard=12ab; b=2"])), Some("12ab"));
        assert_eq!(sent(&headers(&["a=1", "grognard=12ab"])), Some("12ab"));
        for none in ["", "grognards=1", "a=grognard=1", "Grognard=1", "grognard"] {
            assert_eq!(sent(&headers(&[none])), None, "{none}");
        }
    }

    #[test]
    fn no_script_and_no_other_site_gets_it() {
        let told = |cookie: SetCookie| cookie.0.unwrap().to_str().unwrap().to_string();
        let plain = "grognard=12ab; HttpOnly; SameSite=Lax; Path=/; Max-Age=630720000";
        assert_eq!(told(SetCookie::give("12ab", false)), plain);
        assert_eq!(told(SetCookie::give("12ab", true)), plain.replace("Lax;", "Lax; Secure;"));
        assert_eq!(told(SetCookie::take()), "grognard=; Path=/; Max-Age=0");
    }
}
